/**
 * Follows channels with builds of the client for TypeScript, as lines of JSON say, and tells each state as such a line:
 * `{run, client, url, channel, wish}` begins, `{run}` ends.
 */
import { createInterface } from "node:readline";

const feeds = new Map();

async function follow({ run, client, url, channel, wish }) {
  const say = (state) => process.stdout.write(`${JSON.stringify({ run, ...state })}\n`);
  const { Feed, FeedEnded } = await import(client);
  const feed = new Feed(url, { patienceMs: 30_000 });
  feeds.set(run, feed);
  try {
    for await (const { epoch, seq, stale, table } of feed.follow(channel, wish)) {
      say({ epoch, seq, stale, rows: Object.fromEntries(table.rows), meta: table.meta });
    }
  } catch (error) {
    say(error instanceof FeedEnded ? { ended: error.code } : { failed: String(error) });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.client) void follow(request);
  else feeds.get(request.run)?.close();
}
