"""Every text in the languages of the service."""

OFFERED = ("en", "de", "fr")

TITLES = {
    "invalid-parameters": ("Invalid parameters", "Ungültige Parameter", "Paramètres non valides"),
    "malformed-query": ("Malformed query", "Fehlerhafte Abfrage", "Requête mal formée"),
    "malformed-json": ("Malformed JSON", "Fehlerhaftes JSON", "JSON mal formé"),
    "repeated-member": ("Repeated member", "Doppeltes Element", "Membre répété"),
    "service-signature": ("Call not signed", "Aufruf nicht signiert", "Appel non signé"),
    "unknown-calculator": ("Unknown calculator", "Unbekannter Rechner", "Calculateur inconnu"),
    "method-not-allowed": ("Method not allowed", "Methode nicht erlaubt", "Méthode non autorisée"),
    "payload-too-large": ("Body too large", "Zu langer Inhalt", "Corps trop long"),
    "unsupported-media-type": ("Unsupported media type", "Medientyp nicht unterstützt", "Type non pris en charge"),
}

DETAILS = ("{title}.", "{title}.", "{title}.")

MISTAKES = {
    "missing": ("{field} is required.", "{field} fehlt.", "{field} est requis."),
    "empty": ("{field} is empty.", "{field} ist leer.", "{field} est vide."),
    "not_a_number": ("{field} must be a number.", "{field} muss eine Zahl sein.", "{field} doit être un nombre."),
    "not_an_integer": (
        "{field} must be a whole number.",
        "{field} muss eine ganze Zahl sein.",
        "{field} doit être un entier.",
    ),
    "too_small": (
        "{field} must be at least {bound}.",
        "{field} muss mindestens {bound} sein.",
        "{field} doit être au moins {bound}.",
    ),
    "too_large": (
        "{field} must be at most {bound}.",
        "{field} darf höchstens {bound} sein.",
        "{field} doit être au plus {bound}.",
    ),
    "not_allowed": (
        "{field} must be one of: {allowed}.",
        "{field} muss eines sein von: {allowed}.",
        "{field} doit être parmi : {allowed}.",
    ),
    "unknown": ("{field} is unknown.", "{field} ist unbekannt.", "{field} est inconnu."),
    "repeated": ("{field} is repeated.", "{field} steht zweimal da.", "{field} est répété."),
    "not_in_query": (
        "{field} belongs in the body.",
        "{field} gehört in den Inhalt.",
        "{field} doit figurer dans le corps.",
    ),
    "not_in_body": (
        "{field} belongs in the query.",
        "{field} gehört in die Abfrage.",
        "{field} doit figurer dans la requête.",
    ),
}

LABELS = {
    "very_light": ("Very light", "Sehr leicht", "Très légère"),
    "light": ("Light", "Leicht", "Légère"),
    "moderate": ("Moderate", "Mittel", "Modérée"),
    "vigorous": ("Vigorous", "Anstrengend", "Intense"),
    "near_maximal": ("Near maximal", "Fast maximal", "Presque maximale"),
}


def say(texts: tuple[str, str, str], language: str, **values: str) -> str:
    return texts[OFFERED.index(language)].format(**values)
