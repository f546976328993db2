-- The formats of webhooks are listed once, in the code that knows them; the schemas of the API keep wrong ones out.
alter table webhooks drop constraint webhooks_format_check;
