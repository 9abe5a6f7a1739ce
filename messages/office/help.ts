import { defineTexts } from '../define-texts.ts';

/** The tasks of a volunteer, one step a line (office.md 7); what stands in quotation marks is a name on the screen. */
export const helpTexts = defineTexts({
  title: { de: 'Hilfe', en: 'Help' },
  lead: {
    de: 'Was im Büro am häufigsten zu tun ist, Schritt für Schritt. Ein falscher Klick verdirbt nichts: Was sich nicht zurücknehmen lässt, fragt vorher.',
    en: 'What there is to do most often in the office, step by step. A wrong click spoils nothing: whatever cannot be undone asks first.',
  },
  open: { de: 'Zur Seite', en: 'Go to the page' },
  handbook: {
    de: 'Das Handbuch: das Jahr eines Festivals in Bildern',
    en: 'The handbook: the year of a festival in pictures',
  },
  topics: { de: 'Aufgaben', en: 'Tasks' },
  concerts: { de: 'Ein Konzert ändern', en: 'Change a concert' },
  concertsSteps: {
    de: '„Konzerte“ öffnen und den Titel wählen.\nUnter „Angaben“ stehen Tag, Ort und Texte, unter „Programm“ Werke und Mitwirkende.\n„Speichern“ wirkt sofort auf der Seite, wenn das Konzert veröffentlicht ist.\n„Rückgängig“ nimmt es zehn Minuten lang zurück; jede frühere Fassung steht im „Verlauf“.',
    en: 'Open “Concerts” and choose the title.\n“Details” has day, venue and texts, “Programme” has works and performers.\n“Save” changes the site at once if the concert is published.\n“Undo” takes it back for ten minutes; every earlier version is in the “History”.',
  },
  newConcert: { de: 'Ein neues Konzert anlegen und verkaufen', en: 'Add a concert and sell it' },
  newConcertSteps: {
    de: 'Unter „Konzerte“ „Neues Konzert“ wählen, ausfüllen und speichern: Es ist ein Entwurf, den nur das Büro sieht.\nDie Tage des Festivals ändert die Leitung unter „Import und Export“: in der Datei „startDate“ und „endDate“.\nUnter „Programm“ Mitwirkende und Werke eintragen, unter „Titelbild“ ein Foto, falls es eines gibt.\n„Vorschau“ ansehen, dann „Veröffentlichen“; was noch fehlt, nennt die Seite.\nUnter „Verkauf“ tragen Leitung oder Büro Plätze und Preise ein.\n„Verkauf beginnen“, oder vorher unter „Verkauf“ Tag und Uhrzeit des Beginns planen.',
    en: 'Choose “New concert” under “Concerts”, fill it in and save: it is a draft that only the office sees.\nAdministrators change the days of the festival under “Import and export”: “startDate” and “endDate” in the file.\nEnter performers and pieces under “Programme”, and a photograph under “Cover image” if there is one.\nLook at the “Preview”, then “Publish”; the page says what is still missing.\nUnder “Sale”, administrators or the office enter places and prices.\n“Start sale”, or plan day and time of the start under “Sale” before.',
  },
  orders: { de: 'Eine Bestellung finden', en: 'Find an order' },
  ordersSteps: {
    de: 'Oben bei „Bestellung suchen“ Nummer, Name, E-Mail oder Konzert eingeben; der Anfang genügt.\nEine ganze Nummer führt gleich zur Bestellung, auch die einer Rechnung oder Karte.\nUnter „Bestellungen“ grenzen Konzert, Zustand und Tage die Liste ein.\nGanz oben auf der Seite steht, wer was bestellt hat, ganz unten im „Verlauf“, was geschah.',
    en: 'Type number, name, email or concert into “Find order” above; the beginning is enough.\nA whole number leads straight to the order, also that of an invoice or ticket.\nUnder “Orders”, concert, state and days narrow the list.\nThe top of the page says who ordered what, the “Timeline” at its end what happened.',
  },
  mail: { de: 'Eine Mail ist nicht angekommen', en: 'A mail did not arrive' },
  mailSteps: {
    de: 'Die Bestellung öffnen und unter „Kontakt“ die E-Mail-Adresse vergleichen, Buchstabe für Buchstabe.\nIst sie falsch: „Kontakt ändern“, berichtigen, speichern.\n„Mails noch einmal senden“; Rechnung und Karten hängen wieder an.\nBitte auch im Ordner für Spam nachsehen lassen.\nWas der fremde Mailserver antwortete, steht unter „E-Mails“.',
    en: 'Open the order and compare the email address under “Contact”, letter by letter.\nIf it is wrong, choose “Change contact”, correct it and save.\nChoose “Send mails again”; invoice and tickets are attached again.\nAlso ask them to look into their spam folder.\n“Outbox” shows what the other mail server said.',
  },
  contact: { de: 'Name, Anschrift oder Versandart ändern', en: 'Change name, address or delivery' },
  contactSteps: {
    de: 'Die Bestellung öffnen, unter „Kontakt“ „Kontakt ändern“ wählen.\nEmpfänger und Anschrift der Briefpost gelten für das nächste Adressblatt; die Rechnung bleibt.\nDie Versandart lässt sich ändern, solange keine Karte verschickt oder gemailt ist.\nWer nicht mehr beliefert wird, bekommt mit einem Häkchen den Versand erstattet.\nWer auf Online wechselt, bekommt die Karten gleich per Mail.',
    en: 'Open the order and choose “Change contact” under “Contact”.\nRecipient and address of the post are used for the next address sheet; the invoice stays.\nDelivery can change as long as no ticket has been posted or mailed.\nTick the box to refund the postage if nothing is posted any more.\nTickets that change to online are mailed at once.',
  },
  reissue: { de: 'Eine Karte ist verloren', en: 'A ticket is lost' },
  reissueSteps: {
    de: 'Die Bestellung öffnen und neben der Karte „Neu ausstellen“ wählen.\nDer alte Code gilt dann sofort nicht mehr.\nDie neue Karte geht per Mail hinaus, steht wieder unter „Postversand“ oder liegt an der Abendkasse.\nAn Preis und Rechnung ändert sich nichts.',
    en: 'Open the order and choose “Reissue” beside the ticket.\nThe old code is void at once.\nThe new ticket is mailed, is back under “Post”, or is collected at the box office.\nPrice and invoice stay as they are.',
  },
  refund: { de: 'Karten zurücknehmen und erstatten', en: 'Take tickets back and refund them' },
  refundSteps: {
    de: 'Die Bestellung öffnen, unter „Zahlung“ „Erstatten“ wählen.\nKarten oder die ganze Bestellung ankreuzen und den Grund nennen.\nDie nächste Seite sagt, was zurückgeht; erst ihr Knopf erstattet.\nDie Karten sind dann ungültig, die Plätze wieder im Verkauf, und die Stornorechnung geht hinaus.\nIst eine Erstattung gescheitert: „Noch einmal erstatten“, oder überweisen und „Von Hand erledigt“ eintragen.',
    en: 'Open the order and choose “Refund” under “Payment”.\nTick tickets or the whole order, and give the reason.\nThe next page says what goes back; only its button refunds.\nThe tickets are then void, their places on sale again, and the cancellation invoice is mailed.\nIf a refund has failed, choose “Refund again”, or transfer the money and record “Settled by hand”.',
  },
  cancel: { de: 'Ein Konzert absagen', en: 'Cancel a concert' },
  cancelSteps: {
    de: '„Konzerte“ öffnen, den Titel wählen, dann „Konzert absagen“; das kann nur die Leitung.\nDie Seite sagt in Zahlen, wen es trifft.\nDen Grund in beiden Sprachen nennen; er steht auf der Seite und in der E-Mail.\nZur Sicherheit den Kurznamen eingeben. Eine Minute lang hilft „Rückgängig“.\nUnter „Vorgänge“ steht, wer sein Geld hat, wer noch wählt und was gescheitert ist.\nKäufer ohne E-Mail-Adresse, die dort stehen, bitte anrufen oder anschreiben.',
    en: 'Open “Concerts”, choose the title, then “Cancel concert”; only administrators can.\nThe page says in numbers who is affected.\nGive the reason in both languages; it is shown on the site and in the mail.\nTo be safe, type the short name. “Undo” helps for a minute.\n“Runs” shows who has the money, who is still choosing, and what has failed.\nPlease call or write to the buyers without an email address, who are listed there.',
  },
  complimentary: { de: 'Freikarten ausstellen', en: 'Issue complimentary tickets' },
  complimentarySteps: {
    de: 'Unter „Bestellungen“ „Neue Bestellung“ wählen.\nDas Konzert öffnen und die Anzahl eintragen.\nName und Grund nennen; für die Abendkasse genügt das.\n„Freikarten ausstellen“, oder „Ausstellen und noch eine“ für die nächste Person.\n„Zurücknehmen“ in der Bestellung gibt die Plätze wieder frei.',
    en: 'Choose “New order” under “Orders”.\nOpen the concert and enter the number of tickets.\nGive name and reason; the box office needs no more.\nChoose “Issue tickets”, or “Issue and another” for the next person.\n“Take back” on the order’s page gives the places back.',
  },
  post: { de: 'Karten mit der Briefpost verschicken', en: 'Send tickets by post' },
  postSteps: {
    de: '„Postversand“ öffnen; die älteste Bestellung steht oben.\nAnkreuzen, was heute hinausgeht.\n„Drucken“ legt zu jeder Bestellung ein Adressblatt für einen Fensterumschlag; „Sparsam drucken“ bringt vier Karten auf ein Blatt.\nNach dem Gang zur Post dieselben ankreuzen und „Als verschickt eintragen“.\nEin Versehen nimmt „Rückgängig“ zehn Minuten lang zurück.',
    en: 'Open “Post”; the oldest order comes first.\nTick what goes out today.\n“Print” adds an address sheet for a window envelope to each order; “Print sparingly” puts four tickets on a sheet.\nOnce they are posted, tick the same orders and choose “Mark as sent”.\n“Undo” takes a mistake back for ten minutes.',
  },
  boxOffice: { de: 'Die Kassenliste benutzen', en: 'Use the box-office list' },
  boxOfficeSteps: {
    de: 'Unter „Heute“ das Konzert wählen, dann „Kassenliste“.\nWer Karten abholt, steht zuerst; sortiert ist nach Nachnamen.\nBeim Tippen in „Suche“ bleiben nur die passenden Namen.\n„Liste drucken“ bringt sie mit Kästchen zum Abhaken auf Papier, „Karten drucken“ die Karten der Abholer.\nKurz vor dem Konzert neu laden: Die Zeit oben sagt, von wann die Liste ist.',
    en: 'Choose the concert under “Today”, then “Box-office list”.\nPeople who collect tickets come first, sorted by last name.\nWhile you type into “Search”, only matching names stay.\n“Print list” prints it with boxes to tick, “Print tickets” the tickets to be collected.\nLoad it again shortly before the concert: the time at its top says how old it is.',
  },
  messages: { de: 'Eine Nachricht beantworten', en: 'Answer a message' },
  messagesSteps: {
    de: '„Nachrichten“ öffnen; neue sind hervorgehoben.\nDaneben stehen die Bestellungen der Person.\n„Antworten“ schreibt eine Mail; weitere Antworten kommen in das Postfach des Vereins.\nOhne Antwort: „Erledigt“.',
    en: 'Open “Messages”; new ones stand out.\nThe person’s orders are beside it.\n“Reply” writes a mail; further answers arrive in the association’s mailbox.\nIf it needs no answer, choose “Done”.',
  },
  people: {
    de: 'Auskunft geben, Daten berichtigen oder löschen',
    en: 'Export, correct or erase personal data',
  },
  peopleSteps: {
    de: '„Personen“ öffnen und Name, E-Mail oder Bestellnummer suchen.\n„Auskunft“ enthält alles, was gespeichert ist; zu beantworten binnen eines Monats.\n„Berichtigen“ ändert Name, Adresse und Sprache.\n„Daten löschen“ kann nur die Leitung; Rechnungen bleiben acht Jahre, wie das Gesetz es will.',
    en: 'Open “People” and search for a name, email or order number.\n“Export” contains everything that is stored; answer within a month.\n“Correct” changes name, address and language.\nOnly an administrator can “Erase data”; invoices stay for eight years, as the law demands.',
  },
  reports: { de: 'Zahlen für die Abrechnung', en: 'Figures for the accounts' },
  reportsSteps: {
    de: '„Berichte“ öffnen und einen wählen.\nVon und Bis eintragen; beide Tage zählen mit.\n„Als CSV“ öffnet jedes Tabellenprogramm; mit „Für Excel“ stimmen dort die Umlaute.\nUnter „Rechnungen“ findet die Kasse zu jeder Auszahlung ihre Rechnungen.\nFür die GEMA gibt es eine Datei mit allen Werken.',
    en: 'Open “Reports” and choose one.\nEnter From and To; both days count.\nAny spreadsheet opens “As CSV”; with “For Excel”, umlauts are right there.\nUnder “Invoices”, the treasurer finds the invoices of each payout.\nThere is a file with all works for GEMA.',
  },
});
