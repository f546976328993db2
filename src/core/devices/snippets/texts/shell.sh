#!/bin/sh
# Sends a reading a minute, and tries each until the service has answered. Needs curl 7.71 or newer.

measure() {
  echo __VALUE__ # what your sensor says
}

while :; do
  # Stamped when it is measured: sent again, it is known by that and stored once.
  reading='{"module":"__MODULE__","ts":'$(date +%s)',"metrics":{"__METRIC__":'$(measure)'}}'
  # curl waits longer before each try, and as long as the service asks for.
  curl '__URL__/api/telemetry/ingest' --silent --show-error --max-time 30 \
    --retry 1000 --retry-all-errors --retry-max-time 86400 \
    -H 'Content-Type: application/json' -H 'X-Device-Token: __TOKEN__' -d "$reading"
  echo
  sleep 60
done
