'use strict';
// Updates a page of the dashboard. The server escapes the HTML that it sends; the content security
// policy runs only these script files.
(() => {
  const report = document.getElementById('report');
  const isRun = report !== null;
  const isLive = isRun && report.dataset.live === 'true';
  const link = document.getElementById('link');
  let timer = null;
  let lost = '';
  let status = '';
  let reported = 0;
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
      const {evaluations, html, charts} = await answer.json();
      reported = evaluations;
      const open = new Set([...report.querySelectorAll('details[open]')].map(nameOf));
      report.innerHTML = html;
      report.querySelectorAll('details').forEach(one => { one.open = open.has(nameOf(one)); });
      evoPage.replace(isLive ? 1 : 0, charts);
      document.documentElement.dataset.report = String(Math.round(performance.now()));
    } catch (problem) {
      reported = Math.max(reported, evoPage.size()); // Not again before a further evaluation.
      const wait = document.getElementById('wait');
      if (wait) wait.textContent = 'Computing the report failed: ' + problem.message;
    } finally {
      computing = false;
    }
  }

  /** Asks for what the page lacks, and again a second later. */
  async function ask() {
    try {
      const answer = await fetch('news' + (isLive ? '?from=' + evoPage.size() + '&reported=' + reported : ''));
      if (!answer.ok) {
        throw new Error(await answer.text());
      }
      const news = await answer.json();
      lost = '';
      say('live', false);
      const isOther = status ? news.status !== status : (news.status === 'running') !== isLive;
      if (news.status && isOther) {
        location.reload();
        return;
      }
      status = news.status;
      fill(news.parts);
      if (news.evaluations && news.evaluations.speed.length) evoPage.extend(news.evaluations);
      if (news.report && reported) compute();
    } catch (problem) {
      lost = lost || new Date().toLocaleTimeString();
      say('disconnected since ' + lost + ', reconnecting', true);
    }
    if (timer !== null) timer = setTimeout(ask, 1000);
  }

  function listen() {
    if (timer === null) timer = setTimeout(ask, 0);
  }

  function rest() {
    clearTimeout(timer);
    timer = null;
  }

  // Hidden pages ask for nothing.
  document.addEventListener('visibilitychange', () => document.hidden ? rest() : listen());
  addEventListener('pagehide', rest);
  if (isRun) compute();
  if (!document.hidden) listen();
})();
