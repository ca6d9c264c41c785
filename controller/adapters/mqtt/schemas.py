"""JSON Schemas and the AsyncAPI document of every message: `python -m controller.adapters.mqtt.schemas docs/messages`.

Made from the models, the topic tree and the table of rights; a test holds the committed files up to date.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from controller.adapters.broker.acl import Right, Role, may
from controller.adapters.mqtt import topics
from controller.adapters.mqtt.envelope import Envelope, type_of
from controller.adapters.mqtt.messages import MODELS

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_SCHEMA_FORMAT = "application/schema+json;version=draft-2020-12"
_BINDING = "0.2.0"

_PARAMETERS = {
    "venue": "The club or hall.",
    "session": "The session of the contest.",
    "table": "The table's name in the session.",
    "summons": "The summons; says nothing of what it is about.",
    "user": "The user that is answered.",
    "nonce": "What the request gave as `reply_to`.",
    "device": "The device, which is also its user name.",
    "board": "The board's number.",
    "controller": "The controller's user name.",
}

#: Requests, and the family that answers them.
_ANSWERED = {topics.RULING, topics.ACKNOWLEDGEMENT, topics.RESYNC}


def schema(family: topics.Family) -> dict[str, Any]:
    """Return the JSON Schema of a whole message of this family, envelope and data."""
    envelope = Envelope.model_json_schema()
    data = TypeAdapter(MODELS[family]).json_schema()
    definitions = data.pop("$defs", {})
    properties = envelope["properties"] | {"type": {"const": type_of(family)}, "data": data}
    return {
        "$schema": _DRAFT,
        "title": type_of(family),
        "description": family.summary,
        "type": "object",
        "properties": properties,
        "required": envelope["required"],
        "$defs": definitions,
    }


def asyncapi() -> dict[str, Any]:
    """Return the AsyncAPI 3 document, from the side of the controller."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Smart Table",
            "version": "1",
            "description": (
                "What is said on MQTT about electronic bridge tables. Every message is a CloudEvent in structured "
                "JSON at QoS 1, readable over MQTT 3.1.1 and 5. States are retained; events, requests and summonses "
                "never are. Nothing here tells of a card that not every player has seen."
            ),
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/cloudevents+json",
        "channels": {family.name: _channel(family) for family in topics.FAMILIES},
        "operations": {
            f"{action}_{family.name}": _operation(family, action)
            for family in topics.FAMILIES
            for action in _actions(family)
        },
        "components": {"messages": {family.name: _message(family) for family in topics.FAMILIES}},
    }


def _channel(family: topics.Family) -> dict[str, Any]:
    writers = ", ".join(_roles(family, Right.WRITE)) or "the embedded broker itself"
    found: dict[str, Any] = {
        "address": f"{topics.PREFIX}/{family.template}",
        "description": f"{family.summary} Written by: {writers}. Read by: {', '.join(_roles(family, Right.READ))}.",
    }
    if family.parameters:
        found["parameters"] = {name: {"description": _PARAMETERS[name]} for name in family.parameters}
    found["messages"] = {family.name: {"$ref": f"#/components/messages/{family.name}"}}
    return found


def _operation(family: topics.Family, action: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "action": action,
        "channel": {"$ref": f"#/channels/{family.name}"},
        "summary": family.summary,
        "messages": [{"$ref": f"#/channels/{family.name}/messages/{family.name}"}],
        "bindings": {"mqtt": {"qos": 1, "retain": family.retained, "bindingVersion": _BINDING}},
    }
    if family in _ANSWERED:
        found["reply"] = {
            "address": {"description": "rsp/{by}/{reply_to}", "location": "$message.payload#/data/reply_to"},
            "channel": {"$ref": f"#/channels/{topics.REPLY.name}"},
        }
    return found


def _message(family: topics.Family) -> dict[str, Any]:
    return {
        "name": type_of(family),
        "title": family.name.replace("_", " "),
        "summary": family.summary,
        "contentType": "application/cloudevents+json",
        "payload": {"schemaFormat": _SCHEMA_FORMAT, "schema": {"$ref": f"./{file_name(family)}"}},
    }


def _actions(family: topics.Family) -> list[str]:
    """What the controller does on a channel."""
    rights = {"send": Right.WRITE, "receive": Right.READ}
    return [action for action, right in rights.items() if Role.CONTROLLER in _roles(family, right)]


def _roles(family: topics.Family, right: Right) -> list[Role]:
    """Who has a right on topics of this family, if only on his own."""
    me = "me"
    topic = family.topic(dict.fromkeys(family.parameters, me))
    return [role for role in Role if may(role, me, right, topic)]


def file_name(family: topics.Family) -> str:
    """The file that a family's schema stands in."""
    return f"{family.name}.schema.json"


def documents() -> dict[str, str]:
    """Return the files of docs/messages, by name."""
    found = {
        file_name(family): json.dumps(schema(family), indent=2, ensure_ascii=False) + "\n" for family in topics.FAMILIES
    }
    head = "# Generated by: python -m controller.adapters.mqtt.schemas docs/messages\n"
    return found | {"asyncapi.yaml": head + _yaml(asyncapi())}


def _yaml(value: Mapping[str, Any], indent: str = "") -> str:
    """Write plain data as YAML: mappings and lists in blocks, texts as JSON writes them."""
    lines: list[str] = []
    for key, item in value.items():
        name = key if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", key) else json.dumps(key)
        if isinstance(item, Mapping):
            lines.append(f"{indent}{name}:\n{_yaml(item, indent + '  ')}")
        elif isinstance(item, list):
            rows = [f"{indent}  - {json.dumps(row, ensure_ascii=False)}\n" for row in item]
            lines.append(f"{indent}{name}:\n{''.join(rows)}")
        else:
            lines.append(f"{indent}{name}: {json.dumps(item, ensure_ascii=False)}\n")
    return "".join(lines)


def main() -> None:
    """Write the files into a folder."""
    parser = argparse.ArgumentParser(description=documents.__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
