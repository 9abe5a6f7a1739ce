-- PDFs, and mails that carry them, are compressed already: to try once more cost up to 20 ms a mail.
alter table document alter column bytes set storage external;
alter table kept_mail alter column raw set storage external;
