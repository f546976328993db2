# Sends a reading every ten seconds. Readings wait in memory while the network or the service is away.
# Python 3.8 or newer, nothing to install.
import collections
import json
import random
import time
import urllib.error
import urllib.request

URL = "__URL__/api/telemetry/batch"
TOKEN = "__TOKEN__"
EVERY_S = 10

waiting = collections.deque(maxlen=10_000)  # when it is full, the oldest make room


def measure():
    return {"__METRIC__": __VALUE__}  # what your sensor says


def send(readings):
    """Returns None when the service has decided about them, else for how long it asks to wait: 0 if it does not say."""
    headers = {"Content-Type": "application/json", "X-Device-Token": TOKEN}
    request = urllib.request.Request(URL, json.dumps(readings).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            for fault in json.load(response)["rejected"]:
                print("rejected:", fault["message"])
            return None
    except urllib.error.HTTPError as error:
        if error.code == 401:
            raise SystemExit("The token is not valid.")
        if error.code in (400, 413):
            print("refused:", error.read().decode())
            return None
        return int(error.headers.get("Retry-After") or 0)
    except (OSError, ValueError) as error:  # no network, no answer, or half of one
        print("not sent:", error)
        return 0


next_at, try_at, pause_s = time.monotonic(), 0, 1
while True:
    # Stamped when it is measured: sent again, it is known by that and stored once.
    waiting.append({"module": "__MODULE__", "ts": int(time.time() * 1000), "metrics": measure()})
    while waiting and time.monotonic() >= try_at:
        readings = [waiting[place] for place in range(min(100, len(waiting)))]
        asked_s = send(readings)
        if asked_s is None:
            for _ in readings:
                waiting.popleft()
            pause_s = 1
        else:
            try_at = time.monotonic() + max(asked_s, pause_s) * random.uniform(1, 1.5)
            pause_s = min(pause_s * 2, 60)
    next_at += EVERY_S
    time.sleep(max(0, next_at - time.monotonic()))
