"""Uses the tools with the official Python client; prints one JSON object of what it saw.

usage: mcp_client.py auto|legacy http URL
       mcp_client.py auto|legacy stdio COMMAND [ARGUMENT ...]
"""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters

QUESTION = "Which isoform of AKT does lupeol spare?"


def read(answer):
    return json.loads(answer.content[0].text)


async def main(mode, transport, *place):
    target = place[0] if transport == "http" else StdioServerParameters(command=place[0], args=list(place[1:]))
    async with Client(target, mode=mode) as client:
        tools = (await client.list_tools()).tools
        found = read(await client.call_tool("search", {"query": QUESTION, "k": 10}))
        rest = read(await client.call_tool("search", {"query": QUESTION, "k": 10, "cursor": found["next"]}))
        shown = await client.call_tool("show", {"unit": found["hits"][0]["unit"]})
        refused = await client.call_tool("read", {"unit": "abcdef"})
        print(
            json.dumps(
                {
                    "protocol": client.protocol_version,
                    "tools": [tool.name for tool in tools],
                    "ranks": [hit["rank"] for hit in found["hits"] + rest["hits"]],
                    "pictures": [part.type for part in shown.content],
                    "code": read(refused)["error"]["code"],
                }
            )
        )


asyncio.run(main(*sys.argv[1:]))
