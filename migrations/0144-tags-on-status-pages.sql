-- Status pages also show all devices of their site with a tag, present and future ones.
create table status_page_tags (
  site_id integer not null references status_pages on delete cascade,
  tag text not null check (char_length(tag) >= 1 and char_length(tag) <= 50),
  -- From 1; devices of tags stand behind those that the page names.
  place integer not null,
  group_name text not null check (char_length(group_name) <= 100),
  -- Each device has it with a number behind it, or with its name in the place of {name}.
  label text not null check (char_length(label) >= 1 and char_length(label) <= 100),
  primary key (site_id, tag)
);
