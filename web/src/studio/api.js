/** Requests to the studio's server: the token of the address goes along as a header, refusals become errors in words. */

const HEADER = "X-Elver-Token";

/** A request that was refused: the reason in words, the status, and what the server told besides. */
export class RefusedError extends Error {
  constructor(status, told) {
    super(told.error ?? `the server answered ${status}`);
    this.status = status;
    this.told = told;
  }
}

/** The token in an address such as http://127.0.0.1:8123/?token=abc. */
export function tokenOf(address) {
  return new URL(address).searchParams.get("token") ?? "";
}

/** Asks (`get`), tells (`post`) and fetches pictures (`picture`). */
export class Api {
  constructor(token, fetcher = (...given) => fetch(...given)) {
    this.headers = { [HEADER]: token };
    this.fetcher = fetcher;
  }

  /** The answer to a question; query: {name: text}. */
  async get(name, query = {}) {
    return (await this.answer(name, query, { headers: this.headers })).json();
  }

  /** The answer to something sent. */
  async post(name, body, signal) {
    const headers = { ...this.headers, "Content-Type": "application/json" };
    return (await this.answer(name, {}, { method: "POST", headers, body: JSON.stringify(body), signal })).json();
  }

  /** The address of a picture that an <img> can show; to be revoked when it is no longer shown. */
  async picture(name, query) {
    const blob = await (await this.answer(name, query, { headers: this.headers })).blob();
    return URL.createObjectURL(blob);
  }

  async answer(name, query, how) {
    const text = new URLSearchParams(query).toString();
    let answer;
    try {
      answer = await this.fetcher(`/api/${name}${text ? `?${text}` : ""}`, { cache: "no-store", ...how });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new RefusedError(0, { error: "the studio does not answer. It may have stopped: start `elver studio` again." });
    }
    if (!answer.ok) throw new RefusedError(answer.status, await answer.json().catch(() => ({})));
    return answer;
  }
}

/** Bytes of a base64 text. */
export function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k++) bytes[k] = raw.charCodeAt(k);
  return bytes;
}
