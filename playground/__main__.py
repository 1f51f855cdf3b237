"""Run the playground alone: python -m playground --port 8080."""

from __future__ import annotations

import argparse
import asyncio

from playground import PlaygroundServer, World


async def run(port: int) -> None:
    """Serve the example world until cancelled."""
    server = PlaygroundServer(World.example(), port)
    await server.start()
    print(f"Page:    {server.url}")
    print(f"Token:   {server.world.token}")
    print(f"API:     {server.api_base}")
    print(f"Gateway: {server.gateway_url}")
    try:
        await asyncio.Event().wait()
    finally:
        await server.close()


def main() -> None:
    """Read the port and run."""
    parser = argparse.ArgumentParser(description="A Discord stand-in on loopback")
    parser.add_argument("--port", type=int, default=8080)
    try:
        asyncio.run(run(parser.parse_args().port))
    except KeyboardInterrupt:
        print("Stopped.")
    except OSError as error:
        raise SystemExit(f"The playground cannot start: {error.strerror}") from error


if __name__ == "__main__":
    main()
