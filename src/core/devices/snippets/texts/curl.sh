curl '__URL__/api/telemetry/ingest' \
  -H 'Content-Type: application/json' \
  -H 'X-Device-Token: __TOKEN__' \
  -d '{"module":"__MODULE__","metrics":{"__METRIC__":__VALUE__}}'
