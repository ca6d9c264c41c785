"""The coverage page in Russian: titles of the Laws 1 to 93 and the notes of `coverage`. Data only."""

from __future__ import annotations

from controller.laws.coverage import PageWords

TITLES: tuple[str, ...] = (
    "Колода",
    "Коробки",
    "Столы",
    "Партнёрства",
    "Места за столом",
    "Тасование и сдача",
    "Коробка и карты",
    "Туры",
    "Порядок при нарушении",
    "Определение последствий",
    "Утрата права",
    "Усмотрение судьи, присуждённый результат",
    "Неверное число карт",
    "Недостающая карта",
    "Не та сдача или рука",
    "Информация",
    "Период торговли",
    "Назначения",
    "Контры и реконтры",
    "Повторение торговли и разъяснения",
    "Неверная информация",
    "Окончание торговли",
    "Ущерб от вынужденного паса (1987), сопоставимая заявка (2017)",
    "Карта показана или ход сделан во время торговли",
    "Изменение заявки",
    "Ход после отменённой заявки",
    "Недостаточное назначение",
    "Очерёдность заявок",
    "Заявка вне очереди",
    "Пас вне очереди",
    "Назначение вне очереди",
    "Контра вне очереди",
    "Одновременные заявки",
    "Сохранение права на заявку",
    "Недопустимые заявки",
    "Недопустимая контра или реконтра",
    "Заявка вместо обязательного паса",
    "Назначение выше семи",
    "Заявка после последнего паса",
    "Соглашения партнёров",
    "Начало розыгрыша",
    "Права болвана",
    "Ограничения болвана",
    "Порядок розыгрыша",
    "Сыгранная карта",
    "Назначение карты болвана",
    "Возврат карты",
    "Показ карт разыгрывающего",
    "Показ карт вистующего",
    "Штрафная карта",
    "Несколько штрафных карт",
    "Штрафная карта не сыграна",
    "Принятый ход вне очереди",
    "Первый ход вне очереди",
    "Ход разыгрывающего вне очереди",
    "Ход вистующего вне очереди",
    "Преждевременный ход или игра",
    "Одновременно сыгранные карты",
    "Невозможность сыграть по требованию",
    "Игра после незаконной игры",
    "Игра не в масть",
    "Исправление фальшренонса",
    "Выявление фальшренонса",
    "После выявления фальшренонса",
    "Расположение взяток",
    "Просмотр взяток",
    "Дефектная взятка",
    "Претензия или уступка",
    "Принятая претензия",
    "Оспоренная претензия",
    "Отмена уступки",
    "Общие принципы",
    "Передача информации, темп",
    "Поведение",
    "Ошибочное разъяснение или заявка",
    "Зрители",
    "Таблица результатов",
    "Способы подсчёта",
    "Взятые взятки",
    "Регламент",
    "Обязанности судьи",
    "Ошибка судьи",
    "Пересмотр решения",
    "Установленные факты",
    "Спорные факты",
    "Команды, замена сдач",
    "Испорченная сдача",
    "Искусственные результаты",
    "Индивидуальные турниры",
    "Процедурные наказания",
    "Отстранение",
    "Апелляции",
    "Порядок апелляции",
)

_BY_PLAN = "по файлу турнира, кто здесь сидит; самих игроков стол не узнаёт"
_EVIDENCE = "материал для вас: запись заявок, карт и времени"
_TEMPO = "долгие паузы отмечаются, если так велит регламент"

#: By the English status or note.
NOTES = {
    "detected": "обнаруживает",
    "on report": "по сообщению",
    "director only": "только судья",
    "not for a table": "не для стола",
    "where the board's own marks are given; it is played as marked": "если известны пометки на коробке; играют по ним",
    "as the session's file says who sits here; players are not recognised": _BY_PLAN,
    "wrong counts, and cards other than the record's; shuffling is not seen": (
        "неверное число карт и карты не по записи; тасования не видно"
    ),
    "hands taken from or put into the wrong pocket; counting and handling are not seen": (
        "руки не из того и не в тот карман; не видно, пересчитаны ли карты и кто их трогал"
    ),
    "rounds are the session's; see 81": "туры ведёт файл турнира; см. 81",
    "a call replaced before the ruling; who drew attention, and when, is not heard": (
        "заявка заменена до решения; кто и когда указал на нарушение, не слышно"
    ),
    "every finding lists all lawful options and who chooses": (
        "при каждом нарушении названы все возможности и кто выбирает"
    ),
    "what the other side did since is in the log": "что с тех пор сделала другая линия, есть в записи",
    "you assign a score, give an artificial one, or cancel the board": (
        "вы присуждаете результат, даёте искусственный или аннулируете сдачу"
    ),
    "by the count; a card found again counts as held all along": (
        "по числу карт; найденная карта считается бывшей в руке всё время"
    ),
    "a wrong board by the session's file, a wrong hand by the record": (
        "не та сдача по файлу турнира, не та рука по записи"
    ),
    "what a player may have known is judged; long pauses are noted where the regulations ask for it": (
        f"что игрок мог знать, решаете вы; {_TEMPO}"
    ),
    "by way of 27 and 38": "через 27 и 38",
    "calls are on record; questions and explanations are not heard": (
        "заявки записаны; вопросов и разъяснений не слышно"
    ),
    "you let a card be taken back, or adjust the score; what was explained is not heard": (
        "вы разрешаете взять карту назад или меняете результат; что было разъяснено, не слышно"
    ),
    "a card face up; whether partner could see it, you find": "открытая карта; мог ли её видеть партнёр, решаете вы",
    "a second call, a call taken away; whether it was a slip, you find": (
        "вторая заявка, убранная заявка; случайна ли она, решаете вы"
    ),
    "the right to limit a lead, and a lead against the order; which suits the call showed, you say": (
        "право ограничить ход и ход вопреки указанию; какие масти показала заявка, говорите вы"
    ),
    "with what each new call would cost; whether one is natural or comparable, you find": (
        "сказано, чем обойдётся каждая новая заявка; натуральна ли она и сопоставима ли, решаете вы"
    ),
    "followed; nothing is raised": "соблюдается; вызова не бывает",
    "followed; the lawful call counts first": "соблюдается; первой считается законная заявка",
    "the log of calls, cards and times is the evidence": _EVIDENCE,
    "what dummy says is not heard": "что говорит болван, не слышно",
    "whether dummy looked is not seen": "смотрел ли болван в карты, не видно",
    "questions before the lead is faced are not heard": "вопросов до открытия хода не слышно",
    "followed, trick by trick": "соблюдается, взятка за взяткой",
    "cards put in playing position; a card named or touched is not heard or seen": (
        "карты в игровой позиции; названных и тронутых карт не слышно и не видно"
    ),
    "a designation is not heard; the card that is moved is recorded": (
        "названной карты не слышно; записывается та, что сыграна"
    ),
    "a card taken back; whether for a reason of this Law, you find": (
        "карту взяли назад; есть ли для этого причина по этому Правилу, решаете вы"
    ),
    "cards that declarer shows; whether it is a claim, you find": (
        "карты, показанные разыгрывающим; претензия ли это, решаете вы"
    ),
    "a card face up; whether partner could see it, you find, and a card named is not heard": (
        "открытая карта; мог ли её видеть партнёр, решаете вы; названной карты не слышно"
    ),
    "whether he could obey is known where the hand is": "мог ли он выполнить указание, известно, если известна рука",
    "certain where the hand is known, else possible till the suit shows; questions are not heard": (
        "точно, если рука известна, иначе возможно, пока масть не появится; вопросов не слышно"
    ),
    "a card put right in time; who drew attention or noticed, and when, you say": (
        "карта вовремя заменена; кто и когда указал или заметил, говорите вы"
    ),
    "the tricks due and why; equity is yours": "сколько взяток и почему; возмещён ли ущерб, решаете вы",
    "where the way in which tricks are turned is read": "если стол читает, как повёрнуты взятки",
    "a turned card looked at is not told from one squared up": (
        "посмотрели перевёрнутую карту или поправили, не отличить"
    ),
    "a wrong hand spread, cards after a claim, a board taken away; the claim itself is keyed": (
        "открыта не та рука, карты после претензии, сдачу унесли; саму претензию вводят игроки"
    ),
    "the opponents' answers are keyed; the result follows": "ответы соперников вводят; из них следует результат",
    "a dispute is keyed and summons you; you award the tricks that remain": (
        "несогласие вводят, и вас вызывают; оставшиеся взятки присуждаете вы"
    ),
    "you award the tricks; whether one could be lost is not worked out": (
        "взятки присуждаете вы; можно ли было взятку отдать, не вычисляется"
    ),
    "long pauses are noted where the regulations ask for it; what they meant is judged": (
        f"{_TEMPO}; что они значили, решаете вы"
    ),
    "manners are not sensed": "манеры датчикам не видны",
    "spectators are not seen": "зрителей не видно",
    "worked out over all tables, as the session's file says": "считается по всем столам, как сказано в файле турнира",
    "regulations are settings": "регламент задаётся настройками",
    "every ruling is recorded; slow boards are noted where the regulations ask for it": (
        "каждое решение записано; медленная игра отмечается, если так велит регламент"
    ),
    "a ruling is revised or struck out, and the board worked out anew": (
        "решение меняется или вычёркивается, и сдача пересчитывается"
    ),
    "rulings are kept with who gave them and what they revise": "решения хранятся с именем судьи и тем, что они меняют",
    "the log is the evidence; where a sensor disagrees with your ruling you are told": (
        "материал для вас: запись; если датчик спорит с вашим решением, вам скажут"
    ),
    "you assign a score or give an artificial one": "вы присуждаете результат или даёте искусственный",
    "the hands of a board are compared over the tables of the room": "руки сдачи сравниваются по столам зала",
    "you give an artificial score in percent": "вы даёте искусственный результат в процентах",
    "penalties are yours; slow boards are noted where the regulations ask for it": (
        "наказания за вами; медленная игра отмечается, если так велит регламент"
    ),
    "the journal can be exported for an appeal": "журнал выгружается для апелляции",
    "you adjust the score on the finding that imposed the pass": (
        "вы меняете результат по нарушению, из-за которого пришлось пасовать"
    ),
    "you are asked of each new call whether it is comparable": "о каждой новой заявке вас спросят, сопоставима ли она",
    "by way of 36 to 39": "через 36–39",
}

RUSSIAN = PageWords(
    intro=(
        "# Что делает стол с каждым Правилом",
        "",
        "**Обнаруживает**: стол сам находит нарушение или соблюдает Правило; рядом сказано, чего он не видит.",
        "**По сообщению**: записывается и исполняется, когда скажет игрок или судья. **Только судья**: решаете вы;",
        "стол даёт факты и возможности. **Не для стола**: за столом такого не бывает.",
        "",
        "В последнем столбце, о чём он вам скажет: так это названо в вызове и у `smarttable judge`. Посмотреть:",
        "`smarttable judge --lang ru tests/cases/*/27-*.json` разбирает примеры к Правилу 27; с `--edition both` обе",
        "редакции стоят рядом. По-английски, с тестами: [COVERAGE.md](COVERAGE.md).",
    ),
    heads="| Правило | о чём | 1987 | 2017 | как названо |",
    same="так же",
    proofs=(),
    titles=TITLES,
    notes=NOTES,
)
