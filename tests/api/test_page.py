"""The page of the API without scripts, and how the OpenAPI document is sent."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask_smorest import Api

from scorekeeper.api.browse import Chapter, Operation, chapters
from tests.web.pages import Phone

DOCUMENT = "/api/v1/openapi.json"
PAGE = "/api/v1/"


def test_every_operation_is_listed(app: Flask) -> None:
    phone = Phone(app)
    page = phone.open(PAGE)
    document = phone.client.get(DOCUMENT).get_json()
    told = [
        f"{method.upper()} {path}"
        for path, item in document["paths"].items()
        for method in item
        if method != "parameters"
    ]
    listed = [" ".join(node.text.split()) for node in page.root.with_id("offered").find("code")]
    assert sorted(listed) == sorted(told)
    names = [node.text for node in page.root.with_id("offered").find("h3")]
    assert names == [tag["name"] for tag in document["tags"]], "in the order of the document"


def test_the_page_leads_to_the_document_and_back(app: Flask) -> None:
    page = Phone(app).open(PAGE)
    addresses = {node.get("href") for node in page.root.find("a")}
    assert {"/", "openapi.json"} <= addresses
    assert "docs/api.md" in page.text


def test_chapters_follow_the_tags() -> None:
    told = {"tags": ["B"], "summary": "Looks at `b`."}
    document = {
        "tags": [{"name": "B", "description": "b"}, {"name": "A", "description": "a"}],
        "paths": {"/x": {"parameters": [], "post": {"tags": ["A"], "summary": "Enters."}, "get": told}},
    }
    assert chapters(document) == [
        Chapter("B", "b", [Operation("GET", "/x", "Looks at b.")]),
        Chapter("A", "a", [Operation("POST", "/x", "Enters.")]),
    ]


def test_no_other_page_loads_swagger_ui_and_no_phone_keeps_it(app: Flask) -> None:
    client = app.test_client()
    assert "swagger-ui" in client.get(PAGE).text
    for address in ("/", "/new/racehorse/", "/offline", "/sw.js"):
        assert "swagger-ui" not in client.get(address).text
        assert not re.search(r"/api\.(css|js)", client.get(address).text)


def test_the_document_is_made_once_and_sent_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app.test_client()
    first = client.get(DOCUMENT)
    assert first.headers["Cache-Control"] == "no-cache"
    assert first.headers["Vary"] == "Accept-Encoding"
    assert first.headers["ETag"].startswith('W/"')

    def again(_: Api) -> None:
        raise AssertionError("it is made again")

    monkeypatch.setattr("apispec.APISpec.to_dict", again)
    assert client.get(DOCUMENT).data == first.data
    known = {"If-None-Match": first.headers["ETag"]}
    for encoding in ("identity", "gzip"):
        unchanged = client.get(DOCUMENT, headers={**known, "Accept-Encoding": encoding})
        assert (unchanged.status_code, unchanged.data) == (304, b"")
    assert client.get(DOCUMENT, headers={"If-None-Match": 'W/"another"'}).status_code == 200
