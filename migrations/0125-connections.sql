-- How the service and the outside reach each other, chosen in the console: the address that people use, mail, ntfy, Telegram and
-- the heartbeat, with their secrets sealed, and the tests that succeeded. Without a row, the environment decides.
alter table settings
  -- Encrypted with the key of the installation: the whole setting, of which `value` is what may be shown.
  add column sealed bytea,
  drop constraint settings_key_check,
  add constraint settings_key_check check (
    key in (
      'map', 'retention', 'second_factor_required', 'public_url', 'smtp', 'ntfy', 'telegram_bot_token', 'heartbeat_url',
      'tested_connections', 'set_up_card'
    )
  );
