#pragma once
#include "Arduino.h"

const int WL_CONNECTED = 3;
struct {
  void begin(const char *, const char *) {}
  int status() { return WL_CONNECTED; }
} WiFi;
