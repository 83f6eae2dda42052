"""The page on which people read the OpenAPI document and try it out."""

from __future__ import annotations

from flask import Blueprint, render_template

blueprint = Blueprint("api-page", __name__, url_prefix="/api/v1")


@blueprint.get("/")
def browse() -> str:
    """The document, drawn by Swagger UI."""
    return render_template("api.html")
