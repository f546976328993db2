# Sends a reading every ten seconds. Readings wait in memory while the network or the service is away.
# Tested on a computer with stand-ins for the modules of the board, not on a board.
# Once, on the board: import mip; mip.install("requests")
import network
import ntptime
import random
import requests
import time

WIFI_NAME = "your network"
WIFI_PASSWORD = "its password"
URL = "__URL__/api/telemetry/ingest"
TOKEN = "__TOKEN__"
EVERY_S = 10
ROOM = 500

# Boards count from 1970 or from 2000.
EPOCH = 946684800 if time.gmtime(0)[0] == 2000 else 0

waiting = []


def measure():
    return __VALUE__  # what your sensor says


def send(reading):
    """Returns None when the service has decided about it, else for how long it asks to wait: 0 if it does not say."""
    try:
        headers = {"X-Device-Token": TOKEN}
        answer = requests.post(URL, json=reading, headers=headers, timeout=15)
        status, asked = answer.status_code, answer.headers.get("Retry-After") or 0
        answer.close()
    except (OSError, ValueError) as error:  # no network, no answer, or half of one
        print("not sent:", error)
        return 0
    print("sent", reading["ts"], status)
    return None if status in (200, 400) else int(asked)


wifi = network.WLAN(network.STA_IF)
wifi.active(True)
wifi.connect(WIFI_NAME, WIFI_PASSWORD)  # connects again by itself

clock_is_set = False
measured_at = try_at = pause_s = 0
while True:
    if not clock_is_set:
        try:
            ntptime.settime()
            clock_is_set = True
        except OSError:
            time.sleep(2)
            continue
    now = time.time()
    if now - measured_at >= EVERY_S:
        measured_at = now
        # Stamped when it is measured: sent again, it is known by that and stored once.
        waiting.append({"module": "__MODULE__", "ts": int(now) + EPOCH, "metrics": {"__METRIC__": measure()}})
        if len(waiting) > ROOM:
            waiting.pop(0)  # full: the oldest makes room
    if waiting and now >= try_at:
        asked_s = send(waiting[0])
        if asked_s is None:
            waiting.pop(0)
            pause_s = 0
        else:
            pause_s = min(pause_s * 2 or 1, 60)
            try_at = now + max(asked_s, pause_s) + random.getrandbits(1)
    time.sleep(0.1)
