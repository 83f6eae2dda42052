"""The hub: who waits, who is woken, and that the watcher runs just as long as somebody waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from scorekeeper.live import Attendance, Hub, Subscription, TooManyStreams
from scorekeeper.live import hub as hub_module

LONG = 10.0
"""Seconds: an upper bound that a test waits only where it fails."""


class Quiet:
    """A watcher that learns of nothing."""

    def __init__(self) -> None:
        self.watching = 0
        self.runs = 0

    def watch(self, hub: Hub, stop: threading.Event) -> None:
        self.runs += 1
        self.watching += 1
        hub.ready()
        stop.wait(LONG)
        self.watching -= 1


def until(true: Callable[[], bool]) -> None:
    last = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < last
        time.sleep(0.005)


@pytest.fixture
def watcher() -> Quiet:
    return Quiet()


@pytest.fixture
def hub(watcher: Quiet) -> Iterator[Hub]:
    made = Hub(watcher)
    yield made
    made.close()


def woken(*subscriptions: Subscription) -> list[bool]:
    return [subscription.wait(0) for subscription in subscriptions]


def test_a_poke_wakes_the_session_and_no_other(hub: Hub) -> None:
    ana, ben, elsewhere = hub.subscribe(1, "ana"), hub.subscribe(1, "ben"), hub.subscribe(2, "ana")
    hub.poke(1)
    assert woken(ana, ben, elsewhere) == [True, True, False]
    assert woken(ana) == [False], "once"
    hub.poke(3)
    hub.wake_all()
    assert woken(ana, ben, elsewhere) == [True, True, True]


def test_who_waits_is_woken_at_once(hub: Hub) -> None:
    waiting = hub.subscribe(1, "ana")
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(waiting.wait(LONG)))
    thread.start()
    hub.poke(1)
    thread.join()
    assert answers == [True]


def test_a_newer_stream_of_a_phone_ends_the_older(hub: Hub) -> None:
    older = hub.subscribe(1, "ana")
    newer = hub.subscribe(1, "ana")
    assert (older.ended, newer.ended) == (True, False)
    assert woken(older) == [True]
    hub.leave(older)
    assert hub.here() == {(1, "ana")}, "the older one's leaving does not take the newer one along"
    hub.poke(1)
    assert woken(newer) == [True]


def test_no_more_streams_than_there_may_be(watcher: Quiet) -> None:
    hub = Hub(watcher, most=2)
    ana = hub.subscribe(1, "ana")
    hub.subscribe(2, "ben")
    with pytest.raises(TooManyStreams):
        hub.subscribe(3, "cleo")
    hub.subscribe(1, "ana")  # in place of the older one
    hub.leave(ana)
    with pytest.raises(TooManyStreams):
        hub.subscribe(3, "cleo")
    hub.close()
    assert hub.here() == frozenset()


def test_the_watcher_runs_while_somebody_waits(hub: Hub, watcher: Quiet) -> None:
    assert watcher.watching == 0
    ana, ben = hub.subscribe(1, "ana"), hub.subscribe(2, "ben")
    assert (watcher.watching, watcher.runs) == (1, 1)
    hub.leave(ana)
    hub.leave(ana)
    assert watcher.watching == 1
    hub.leave(ben)
    until(lambda: watcher.watching == 0)
    hub.subscribe(1, "ana")
    assert (watcher.watching, watcher.runs) == (1, 2)


def test_a_watcher_that_fails_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "_AGAIN_SECONDS", 0.01)

    class Failing(Quiet):
        def watch(self, hub: Hub, stop: threading.Event) -> None:
            if self.runs < 3:
                self.runs += 1
                raise OSError("the database is away")
            super().watch(hub, stop)

    watcher = Failing()
    hub = Hub(watcher)
    hub.subscribe(1, "ana")
    until(lambda: watcher.watching == 1)
    hub.close()
    assert watcher.watching == 0


# Who follows --------------------------------------------------------------------------------------


class Book:
    """What was recorded."""

    def __init__(self) -> None:
        self.lines: list[tuple[set[str], set[str]]] = []
        self.torn = False

    def record(self, here: frozenset[tuple[int, str]], before: frozenset[tuple[int, str]]) -> None:
        if self.torn:
            raise OSError
        self.lines.append(({phone for _at, phone in here}, {phone for _at, phone in before}))


def places(*phones: str) -> frozenset[tuple[int, str]]:
    return frozenset((1, phone) for phone in phones)


def test_only_news_is_written_down() -> None:
    book = Book()
    attendance = Attendance(book.record)
    attendance.look(places("ana", "ben"), 0)
    attendance.look(places("ana", "ben"), 1)
    assert book.lines == [({"ana", "ben"}, set())]
    attendance.look(places("ana", "ben", "cleo"), 2)
    assert book.lines[1:] == [({"ana", "ben", "cleo"}, {"ana", "ben"})]
    attendance.look(places("ana", "ben", "cleo"), 30)
    assert book.lines[2:] == [({"ana", "ben", "cleo"}, {"ana", "ben", "cleo"})], "now and then: all is well"


def test_who_opens_the_next_page_never_was_away() -> None:
    book = Book()
    attendance = Attendance(book.record)
    attendance.look(places("ana"), 0)
    attendance.look(places(), 1)
    attendance.look(places("ana"), 2)
    assert len(book.lines) == 1
    attendance.look(places(), 7)
    assert book.lines[1:] == [(set(), {"ana"})]


def test_what_could_not_be_written_down_is_tried_again() -> None:
    book = Book()
    attendance = Attendance(book.record)
    book.torn = True
    attendance.look(places("ana"), 0)
    book.torn = False
    attendance.look(places("ana"), 1)
    assert book.lines == [({"ana"}, set())]


def test_looking_ends_when_nobody_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.live.attendance.TICK_SECONDS", 0.01)
    monkeypatch.setattr("scorekeeper.live.attendance.LINGER_SECONDS", 0.02)
    book, here = Book(), {"ana"}
    attendance = Attendance(book.record)
    attendance.notice(lambda: places(*here))
    until(lambda: book.lines == [({"ana"}, set())])
    here.clear()
    until(lambda: not any(thread.name == "attendance" for thread in threading.enumerate()))
    assert book.lines[1:] == [(set(), {"ana"})]
    here.add("ben")
    attendance.notice(lambda: places(*here))
    until(lambda: book.lines[2:] == [({"ben"}, set())])
    attendance.close()
