-- The demo has a source: sensors that speak through a network, of which some wait to be adopted.
alter table demo add column source_id integer references sources on delete set null;
-- What the source calls a demo device; null: the demo makes its readings itself.
alter table demo_devices add column external_id text;
