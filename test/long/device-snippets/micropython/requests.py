"""The part of MicroPython's requests that the snippet uses."""

import json as encoder
import urllib.error
import urllib.request


class Response:
    def __init__(self, answer):
        self.status_code = answer.status
        self.headers = answer.headers
        self.close = answer.close


def post(url, json, headers, timeout):
    headers = dict(headers, **{"Content-Type": "application/json"})
    request = urllib.request.Request(url, encoder.dumps(json).encode(), headers)
    try:
        return Response(urllib.request.urlopen(request, timeout=timeout))
    except urllib.error.HTTPError as error:
        return Response(error)
