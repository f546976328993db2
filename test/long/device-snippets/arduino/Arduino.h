// The part of an ESP32's core library that the sketch uses, for a computer.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>

using std::max;
using std::min;

struct String : std::string {
  using std::string::string;
  long toInt() const { return atol(c_str()); }
};

struct {
  void begin(int) {}
  void printf(const char *format, ...) {
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    fflush(stdout);
  }
} Serial;

inline unsigned long millis() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}
inline void delay(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
inline long random(long limit) { return rand() % limit; }
inline void configTime(int, int, const char *) {}

void setup();
void loop();
int main() {
  setup();
  while (true) loop();
}
