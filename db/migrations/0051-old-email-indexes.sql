-- `email_key` compares addresses. An insert that names its index must not meet another one first.
drop index account_email, newsletter_subscription_email, staff_email, staff_invitation_email;
