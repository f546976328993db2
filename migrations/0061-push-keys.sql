-- The key pair by which push services recognize this installation. Without it, every browser would have to subscribe anew.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  -- A point on the curve P-256, in base64url: browsers subscribe with it.
  public_key text not null,
  -- Encrypted.
  private_key_sealed bytea not null,
  created_at timestamptz not null
);
