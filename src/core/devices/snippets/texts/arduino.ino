// Sends a reading every ten seconds from an ESP32. Readings wait in memory while the network or the service is away.
// Tested on a computer with stand-ins for the libraries of the board, not on a board.
#include <HTTPClient.h>
#include <WiFi.h>
#include <time.h>

const char *WIFI_NAME = "your network";
const char *WIFI_PASSWORD = "its password";
const char *URL = "__URL__/api/telemetry/ingest";
const char *TOKEN = "__TOKEN__";
const unsigned long EVERY_MS = 10000;

struct Reading {
  long ts;
  float value;
};
const int ROOM = 500;
Reading waiting[ROOM];
int oldest = 0, count = 0;
unsigned long measuredAt = 0, triedAt = 0, pauseMs = 0;

float measure() {
  return __VALUE__;  // what your sensor says
}

// True when the service has decided about it.
bool send(const Reading &reading, unsigned long &askedMs) {
  char body[200];
  // Stamped when it was measured: sent again, it is known by that and stored once.
  snprintf(body, sizeof body, "{\"module\":\"__MODULE__\",\"ts\":%ld,\"metrics\":{\"__METRIC__\":%.2f}}", reading.ts,
           reading.value);
  const char *kept[] = {"Retry-After"};
  HTTPClient http;
  http.setTimeout(15000);
  http.begin(URL);  // for https give the certificate of its authority as well: http.begin(URL, CERTIFICATE)
  http.collectHeaders(kept, 1);
  http.addHeader("Content-Type", "application/json");
  http.addHeader("X-Device-Token", TOKEN);
  int status = http.POST(body);
  askedMs = http.header("Retry-After").toInt() * 1000;
  http.end();
  Serial.printf("sent %ld: %d\n", reading.ts, status);
  return status == 200 || status == 400;
}

void setup() {
  Serial.begin(115200);
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);  // connects again by itself
  configTime(0, 0, "pool.ntp.org");
}

void loop() {
  unsigned long now = millis();
  // Before the clock is set there is no time to stamp a reading with.
  bool clockIsSet = time(nullptr) > 1600000000;
  if (clockIsSet && (measuredAt == 0 || now - measuredAt >= EVERY_MS)) {
    measuredAt = now;
    if (count == ROOM) {  // full: the oldest makes room
      oldest = (oldest + 1) % ROOM;
      count--;
    }
    waiting[(oldest + count++) % ROOM] = {(long)time(nullptr), measure()};
  }
  if (count > 0 && now - triedAt >= pauseMs && WiFi.status() == WL_CONNECTED) {
    unsigned long askedMs = 0;
    if (send(waiting[oldest], askedMs)) {
      oldest = (oldest + 1) % ROOM;
      count--;
      pauseMs = 0;
    } else {
      unsigned long longer = pauseMs == 0 ? 1000 : min(pauseMs * 2, 60000UL);
      pauseMs = max(askedMs, longer) + random(1000);
      triedAt = millis();
    }
  }
  delay(20);
}
