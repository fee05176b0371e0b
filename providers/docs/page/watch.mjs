// The rows that are watched on this page, each on an event stream of its own.
import { refusalOfStream } from './service.mjs';

/** A browser opens six connections to a host; the page keeps two for everything else. */
const mostStreams = 4;
const watches = [];

/** Follows a row until it is stopped, refused, or the oldest of too many. */
export class Watch {
  #url;
  #received;
  #ended;
  #source;

  /** Calls `received(name, data)` for each event, `ended(why)` at the end. */
  constructor(path, { received, ended }) {
    this.#url = `/api${path}?watch=1`;
    this.#received = received;
    this.#ended = ended;
    if (watches.length === mostStreams) watches[0].stop(`ended: at most ${mostStreams} rows are watched at once`);
    watches.push(this);
    this.resume();
  }

  resume() {
    this.#source = new EventSource(this.#url);
    for (const name of ['snapshot', 'change', 'gone', 'bye']) {
      this.#source.addEventListener(name, ({ data }) => this.#received(name, data));
    }
    this.#source.addEventListener('error', ({ target }) => {
      if (target.readyState !== EventSource.CLOSED) return this.#received('lost', '');
      const stop = (why) => this.stop(why);
      refusalOfStream(this.#url).then(stop, ({ message }) => stop(message));
    });
  }

  pause() {
    this.#source.close();
  }

  stop(why = 'ended') {
    const place = watches.indexOf(this);
    if (place < 0) return;
    watches.splice(place, 1);
    this.pause();
    this.#ended(why);
  }
}

// A hidden page leaves its connections to visible pages.
document.addEventListener('visibilitychange', () => {
  for (const watch of watches) document.hidden ? watch.pause() : watch.resume();
});
