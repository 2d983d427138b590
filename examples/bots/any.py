"""A bot by the seat protocol (docs/protocol.md): any option, by the seed it is given.

    ludex arena GAME 'exec:"python3 any.py"' random
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["do"] == "start":
        answer = {"ready": True}
    elif message["do"] == "choose":
        chance = random.Random(message["seed"])
        option = chance.choice(message["options"])
        answer = {"id": message["id"], "option": option["index"]}
    else:
        continue
    print(json.dumps(answer), flush=True)
