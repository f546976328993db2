// The HTTP client of the ESP32, with curl behind it.
#pragma once
#include "Arduino.h"

class HTTPClient {
  std::string url, headers;

 public:
  void setTimeout(int) {}
  void begin(const char *address) { url = address; }
  void collectHeaders(const char *[], int) {}
  void addHeader(const char *name, const char *value) { headers += std::string(" -H '") + name + ": " + value + "'"; }
  String header(const char *) { return String(""); }
  void end() {}
  int POST(const char *body) {
    std::string command = "curl -s -o /dev/null -w '%{http_code}'" + headers + " -d '" + body + "' '" + url + "'";
    FILE *answer = popen(command.c_str(), "r");
    int status = -1;
    if (fscanf(answer, "%d", &status) != 1) status = -1;
    pclose(answer);
    return status;
  }
};
