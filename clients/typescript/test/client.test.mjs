/** What the sessions of `clients/conformance` do not say; `BUILD` is the folder with the compiled client. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const build = pathToFileURL(`${process.env.BUILD}/`);
const { Feed, FeedEnded, NotReached, send, Table } = await import(new URL("index.js", build));
const { similarEvents } = await import(new URL("channels.js", build));
const { difference } = await import(new URL("tables.js", build));

/** What following a channel fails with. */
async function failure(feed, channel, wish) {
  try {
    for await (const _ of feed.follow(channel, wish));
  } catch (error) {
    return error;
  }
  return null;
}

/** A server that answers everything with this status, as long as a test takes, and whose requests are kept. */
async function refusing(context, status) {
  const asked = [];
  const answer = (request) => {
    asked.push([request.method, request.url, request.headers.authorization, request.headers.upgrade]);
    return JSON.stringify({ code: 4401, message: "no token" });
  };
  const server = createServer((request, response) => response.writeHead(status).end(answer(request)));
  server.on("upgrade", (request, socket) => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n${answer(request) && ""}`));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => server.close());
  return { asked, address: `http://127.0.0.1:${server.address().port}` };
}

test("rows are sorted by numbers, then text, then nothing", () => {
  const cells = { a: null, b: 10, c: 9, d: "x", e: "X", f: true };
  const rows = new Map(Object.entries(cells).map(([id, cell]) => [id, { id, cell, same: 1 }]));
  const table = new Table(["id", "cell"], rows, {});
  assert.deepEqual(table.sorted("cell").map(({ id }) => id), ["c", "b", "e", "d", "a", "f"]);
  assert.deepEqual(table.sorted("same", "absent", "id").map(({ id }) => id), Object.keys(cells));
});

test("rows that are equal are not new", () => {
  const [before, now] = [{ a: { n: [1] }, b: { n: 2 }, c: {} }, { a: { n: [1] }, b: { n: 3 }, d: {} }];
  const { changed, removed } = difference(new Map(Object.entries(before)), new Map(Object.entries(now)));
  assert.deepEqual([[...changed], [...removed]], [["b", "d"], ["c"]]);
});

test("events with similar names are found, and the event itself where it lacks the table", () => {
  const events = { "spring-pairs": { name: "Spring Pairs" }, "club-night": { name: "Tuesday at the Anchor" }, x: {} };
  assert.deepEqual(similarEvents("evt.sprign-pairs.standings", events), ["spring-pairs"]);
  assert.deepEqual(similarEvents("evt.tuesday.standings", events), ["club-night"]);
  assert.deepEqual(similarEvents("evt.club-night.games", events), ["club-night"]);
  assert.deepEqual(similarEvents("evt.quite-different.standings", events), []);
  assert.deepEqual(similarEvents("evnts", events), []);
});

test("a wish that is none is said at once, and so is a channel that is followed already", async () => {
  const feed = new Feed("http://127.0.0.1:9");
  assert.ok((await failure(feed, "events", { filter: { top: 0 } })) instanceof RangeError);
  assert.ok((await failure(feed, "events", { maxRate: 1_001 })) instanceof RangeError);
  const first = feed.follow("events", { wait: true }).next();
  assert.match(String(await failure(feed, "events")), /followed already/);
  feed.close();
  assert.deepEqual(await first, { done: true, value: undefined });
  assert.match(String(await failure(feed, "events")), /is closed/);
});

test("an address behind which there is no feed is an error that says which address is meant", async (context) => {
  const { address } = await refusing(context, 404);
  const error = await failure(new Feed(`${address}/e/club-night/standings?ticket=t`), "events");
  assert.ok(error instanceof FeedEnded);
  const text = `there is no feed at ${address}/e/club-night/standings/: give the address of the page without anything behind it`;
  assert.deepEqual([error.code, error.message], [404, text]);
});

test("a server that wants a token is told it, and what it refuses is an error", async (context) => {
  const { asked, address } = await refusing(context, 401);
  const error = await failure(new Feed(`${address}/club/?ticket=t`, { token: "secret" }), "events", { wait: true });
  assert.ok(error instanceof FeedEnded && !(error instanceof NotReached));
  assert.deepEqual([error.code, error.message], [401, "no token"]);
  // Node asks twice by itself.
  assert.deepEqual([...new Set(asked.map(String))], [
    "GET,/club/v1/feed?ticket=t,Bearer secret,websocket",
    "GET,/club/v1/events?ticket=t,Bearer secret,",
  ]);
});

test("a server that is busy is not reached, unless that is waited for", async (context) => {
  const { address } = await refusing(context, 503);
  const feed = new Feed(address.replace("http", "ws") + "/v1/feed");
  const patient = feed.follow("events", { wait: true }).next();
  const error = await failure(feed, "evt.x.standings");
  assert.ok(error instanceof NotReached);
  assert.match(error.message, /answers 503, and takes no WebSocket/);
  assert.equal(await Promise.race([patient, new Promise((resolve) => setTimeout(resolve, 20, "waits"))]), "waits");
  feed.close();
});

test("a file goes where it is said, and nobody there is an error", async (context) => {
  const { asked, address } = await refusing(context, 403);
  const answer = await send(address, "a/b.xml", "<x/>", { event: "club night", writtenAt: new Date(0), token: "t" });
  assert.deepEqual([answer.status, answer.taken, answer.sha256, answer.body.message], [403, false, "", "no token"]);
  assert.deepEqual(asked[0].slice(0, 3), ["PUT", "/v1/files/a%2Fb.xml?event=club+night&written_at=1970-01-01T00%3A00%3A00.000Z", "Bearer t"]);
  await assert.rejects(send("http://127.0.0.1:9", "b.xml", ""), NotReached);
});

test("a server that says nothing is not waited for in silence, and given up in time", async (context) => {
  const server = createServer(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => server.closeAllConnections());
  context.after(() => server.close());
  const said = context.mock.method(console, "warn", () => {});
  const address = `http://127.0.0.1:${server.address().port}`;
  await assert.rejects(send(address, "a.xml", "x", { timeoutMs: 2_700 }), (error) => error instanceof NotReached);
  assert.deepEqual(said.mock.calls.map(({ arguments: words }) => words), [[`no answer yet from ${address}`]]);
});

test("a server that is waited for is said to be silent once", async (context) => {
  const said = context.mock.method(console, "warn", () => {});
  const feed = new Feed("http://127.0.0.1:9");
  const first = feed.follow("events", { wait: true }).next();
  while (!said.mock.callCount()) await new Promise((resolve) => setTimeout(resolve, 10));
  feed.close();
  await first;
  assert.deepEqual(said.mock.calls.map(({ arguments: words }) => words), [["no answer yet from http://127.0.0.1:9"]]);
});
