'use strict';
// Updates a page of the dashboard. The server escapes the HTML that it sends; the content security
// policy runs only these script files.
(() => {
  const report = document.getElementById('report');
  const isRun = report !== null;
  const isLive = isRun && report.dataset.live === 'true';
  const link = document.getElementById('link');
  let source = null;
  let computing = false;

  function say(text, isBad) {
    link.textContent = text;
    link.className = isBad ? 'lost' : 'live';
  }

  function fill(parts) {
    for (const [place, html] of Object.entries(parts)) {
      if (place === 'title') {
        document.title = html;
        continue;
      }
      const element = document.getElementById(place);
      if (element && element.innerHTML !== html) {
        const scrolled = [...element.querySelectorAll('.scroll')].map(one => one.scrollLeft);
        element.innerHTML = html;
        element.querySelectorAll('.scroll').forEach((one, i) => { one.scrollLeft = scrolled[i] || 0; });
      }
    }
  }

  const nameOf = details => (details.closest('section') || report).id + ' ' + details.querySelector('summary').textContent;

  /** Shows the newest report; open details stay open. */
  async function compute() {
    if (computing) return;
    computing = true;
    try {
      const answer = await fetch('report?live=' + isLive);
      if (!answer.ok) {
        throw new Error(await answer.text());
      }
      const {html, charts} = await answer.json();
      const open = new Set([...report.querySelectorAll('details[open]')].map(nameOf));
      report.innerHTML = html;
      report.querySelectorAll('details').forEach(one => { one.open = open.has(nameOf(one)); });
      evoPage.replace(isLive ? 1 : 0, charts);
      document.documentElement.dataset.report = String(Math.round(performance.now()));
    } catch (problem) {
      const wait = document.getElementById('wait');
      if (wait) wait.textContent = 'Computing the report failed: ' + problem.message;
    } finally {
      computing = false;
    }
  }

  function listen() {
    if (source) return;
    source = new EventSource('events' + (isLive ? '?from=' + evoPage.size() : ''));
    source.addEventListener('open', () => say('live', false));
    source.addEventListener('error', () => say('disconnected since ' + new Date().toLocaleTimeString() + ', reconnecting', true));
    source.addEventListener('parts', event => {
      say('live', false);
      fill(JSON.parse(event.data));
    });
    source.addEventListener('evaluations', event => evoPage.extend(JSON.parse(event.data)));
    source.addEventListener('report', compute);
    source.addEventListener('again', () => location.reload());
  }

  function rest() {
    if (source) source.close();
    source = null;
  }

  // Hidden pages close their stream.
  document.addEventListener('visibilitychange', () => document.hidden ? rest() : listen());
  addEventListener('pagehide', rest);
  if (isRun) compute();
  if (!document.hidden) listen();
})();
