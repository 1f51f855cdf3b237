-- By which nonce the message is known that is still to show somebody where they are told.

ALTER TABLE alerts ADD COLUMN greeting TEXT NOT NULL DEFAULT '';
