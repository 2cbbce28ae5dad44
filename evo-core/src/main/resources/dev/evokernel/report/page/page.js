'use strict';
// Draws the charts of the page. Text from data appears only on a canvas, never as HTML.
(() => {
  const charts = JSON.parse(document.getElementById('data').textContent);
  const TENTHOUSANDTHS = 1e4;
  let ink;

  /** Current colours of the style sheet. */
  function colours() {
    const style = getComputedStyle(document.documentElement);
    const of = name => style.getPropertyValue('--' + name).trim();
    return {
      ink: of('ink'), muted: of('muted'), line: of('line'), panel: of('panel'), best: of('best'),
      theDefault: of('default'), library: of('library'), bad: of('bad'), faint: of('faint')
    };
  }

  const times = value => Number(value.toPrecision(3)) + '×';
  const short = (text, most) => text.length > most ? text.slice(0, most - 1) + '…' : text;

  function scaled(value) {
    const units = [[1e15, 'P'], [1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']];
    for (const [size, unit] of units) {
      if (value >= size) {
        return Number((value / size).toPrecision(3)) + ' ' + unit;
      }
    }
    return Number(value.toPrecision(3)) + ' ';
  }

  function duration(seconds) {
    if (seconds < 120) return Math.round(seconds) + ' s';
    if (seconds < 7200) return Number((seconds / 60).toPrecision(3)) + ' min';
    return Number((seconds / 3600).toPrecision(3)) + ' h';
  }

  const text = () => ({color: ink.muted, fontSize: 12});
  const axis = more => Object.assign({
    axisLine: {lineStyle: {color: ink.line}},
    axisTick: {lineStyle: {color: ink.line}},
    axisLabel: text(),
    nameTextStyle: text(),
    splitLine: {lineStyle: {color: ink.line, opacity: 0.6}}
  }, more);
  const legend = more => Object.assign(
    {textStyle: text(), top: 4, left: 0, itemHeight: 9, itemWidth: 16, icon: 'roundRect', type: 'scroll'}, more);
  const tip = more => Object.assign({
    renderMode: 'richText', confine: true, backgroundColor: ink.panel, borderColor: ink.line,
    textStyle: {color: ink.ink, fontSize: 12}
  }, more);

  /** Whiskers from low to high in each row of a horizontal chart. */
  const whiskers = (ends, colour) => ({
    silent: true, symbol: 'none', animation: false,
    lineStyle: {color: colour, width: 2, type: 'solid'}, label: {show: false},
    data: ends.map(([low, high, row]) => [{coord: [low, row]}, {coord: [high, row]}])
  });

  function forest(lines, width) {
    const rows = lines.slice().reverse();
    const both = rows.some(row => row.overLibrary);
    const series = (key, name, colour, offset) => {
      const known = rows.map((row, i) => [row[key], i + offset]).filter(pair => pair[0]);
      return {
        name, type: 'scatter', symbolSize: 10, itemStyle: {color: colour},
        data: known.map(([one, at]) => [one[0], at]),
        label: {show: width > 500, position: 'top', distance: 3, color: colour, fontSize: 12,
          formatter: point => point.value[0].toFixed(3) + '×'},
        markLine: whiskers(known.map(([one, at]) => [one[1], one[2], at]), colour)
      };
    };
    const all = rows.flatMap(row => [row.overDefault, row.overLibrary]).filter(one => one);
    const wide = Math.max(1, ...all.map(one => one[2])) / Math.min(1, ...all.map(one => one[1])) > 6;
    const stretch = wide ? 1.12 : 1.02;
    const low = Math.min(1, ...all.map(one => one[1])) / stretch;
    const high = Math.max(1, ...all.map(one => one[2])) * stretch;
    const first = series('overDefault', 'over the default', ink.best, both ? 0.17 : 0);
    first.markLine.data.push([
      {coord: [1, -0.5], lineStyle: {color: ink.muted, width: 1, type: 'dashed'}}, {coord: [1, rows.length - 0.5]}]);
    return {
      height: 74 + rows.length * (both ? 58 : 44),
      option: {
        legend: both ? legend() : undefined,
        grid: {left: Math.min(130, 0.3 * width), right: 24, top: both ? 34 : 14, bottom: 40},
        xAxis: axis({type: wide ? 'log' : 'value', logBase: 2, min: low, max: high, name: 'speed-up', nameLocation: 'middle',
          nameGap: 26, axisLine: {onZero: false, lineStyle: {color: ink.line}}, axisLabel: Object.assign(text(), {formatter: times, showMinLabel: false, showMaxLabel: false})}),
        yAxis: axis({type: 'value', min: -0.5, max: rows.length - 0.5, interval: 1, splitLine: {show: false},
          axisTick: {show: false}, axisLabel: {show: false}, axisLine: {show: false}}),
        series: [first, both ? series('overLibrary', 'over the fastest baseline', ink.library, -0.17) : null,
          {type: 'scatter', symbolSize: 0, silent: true, data: rows.map((row, i) => [low, i]),
            label: {show: true, position: 'left', color: ink.ink, fontSize: 13, distance: 8,
              formatter: point => short(rows[point.dataIndex].shape, width > 500 ? 18 : 12)}}].filter(one => one)
      }
    };
  }

  function convergence(traces, width, byTime) {
    const several = traces.length > 1;
    const palette = [ink.best, ink.theDefault, ink.library, ink.bad, ink.muted];
    const at = (trace, i) => byTime ? trace.millis[i] / 1000 : i + 1;
    const series = [];
    let top = 0;
    const middle = [];
    traces.forEach((trace, t) => {
      const steps = trace.best.map(([i, best]) => [at(trace, i), best / TENTHOUSANDTHS]);
      const last = trace.speed.length - 1;
      if (steps.length) {
        steps.push([at(trace, last), steps[steps.length - 1][1]]);
        top = Math.max(top, steps[steps.length - 1][1]);
      }
      if (!several) {
        const points = [];
        const rejected = [];
        trace.speed.forEach((speed, i) => {
          if (speed > 0) {
            // A candidate timed on some shapes can be far above the combined speed-up of all shapes.
            if (trace.byShape) top = Math.max(top, Math.min(speed / TENTHOUSANDTHS, 1.6 * steps[steps.length - 1][1]));
            points.push([at(trace, i), speed / TENTHOUSANDTHS]);
            middle.push(speed / TENTHOUSANDTHS);
          } else {
            rejected.push([at(trace, i), 0]);
          }
        });
        series.push({name: 'measured', type: 'scatter', large: points.length > 3000, symbolSize: points.length > 3000 ? 2.5 : 5,
          itemStyle: {color: ink.faint, opacity: 0.8}, data: points});
        series.push({name: 'rejected', type: 'scatter', large: rejected.length > 3000, symbol: 'rect', symbolSize: [2, 8],
          itemStyle: {color: ink.bad, opacity: 0.7}, data: rejected});
      }
      series.push({name: several ? trace.name : 'best so far', type: 'line', step: 'end', symbol: 'none', z: 5,
        lineStyle: {color: palette[t % palette.length], width: 2.5}, itemStyle: {color: palette[t % palette.length]}, data: steps,
        markLine: t ? undefined : {silent: true, symbol: 'none', animation: false, z: 6, data: [{yAxis: 1}],
          lineStyle: {color: ink.theDefault, type: 'dashed', width: 1},
          label: {formatter: 'default', color: ink.theDefault, position: 'insideEndTop', fontSize: 11}}});
    });
    const simulated = traces.some(trace => trace.simulated);
    return {
      height: several ? 340 : 360,
      option: {
        legend: legend(),
        tooltip: tip({trigger: 'item', formatter: one => one.seriesName + '\n' + times(one.value[1]) + (byTime
          ? ' after ' + duration(one.value[0]) : ' at evaluation ' + one.value[0])}),
        grid: {left: 52, right: 20, top: 36, bottom: 44},
        xAxis: axis({type: 'value', min: 0, max: 'dataMax', nameLocation: 'middle', nameGap: 28, splitLine: {show: false},
          name: byTime ? (simulated ? 'simulated time' : 'time since the start') : 'evaluations',
          axisLabel: Object.assign(text(), {hideOverlap: true, showMaxLabel: false,
            formatter: value => byTime ? duration(value) : value.toLocaleString('en')})}),
        yAxis: axis({type: 'value', min: 0, max: Number((1.05 * Math.max(top, 1)).toPrecision(2)),
          axisLabel: Object.assign(text(), {formatter: times})}),
        series
      }
    };
  }

  function shares(rows, width) {
    const shown = rows.slice(0, 20).reverse();
    const left = Math.min(150, 0.36 * width);
    return {
      height: 78 + 24 * shown.length,
      option: {
        legend: legend({data: ['alone', 'others fixed']}),
        tooltip: tip({trigger: 'axis', axisPointer: {type: 'none'}, formatter: all => {
          const row = shown[all[0].dataIndex];
          const percent = share => (100 * share).toFixed(1) + ' %';
          return row.name + '\nalone ' + percent(row.first) + '\nothers fixed ' + percent(row.total)
            + ' (' + percent(row.low) + ' to ' + percent(row.high) + ')';
        }}),
        grid: {left, right: 24, top: 32, bottom: 34},
        xAxis: axis({type: 'value', min: 0, max: Math.max(...shown.map(row => Math.max(row.high, row.first))), axisLabel: Object.assign(text(), {showMaxLabel: false, formatter: share => Math.round(100 * share) + ' %'})}),
        yAxis: [axis({type: 'category', data: shown.map(row => row.name), axisTick: {show: false},
          axisLabel: {color: ink.ink, fontSize: 12, formatter: name => short(name, Math.floor(left / 7.5))}}),
          {type: 'category', data: shown.map(row => row.name), show: false}],
        series: [
          {name: 'others fixed', type: 'bar', barWidth: 14, itemStyle: {color: ink.faint},
            data: shown.map(row => row.total), markLine: whiskers(shown.map((row, i) => [row.low, row.high, i]), ink.muted)},
          {name: 'alone', type: 'bar', yAxisIndex: 1, barWidth: 6, itemStyle: {color: ink.best}, data: shown.map(row => row.first), z: 3}
        ]
      }
    };
  }

  function curves(all, width) {
    const columns = width > 760 ? 3 : width > 480 ? 2 : 1;
    const rows = Math.ceil(all.length / columns);
    const cell = width / columns;
    const high = 180;
    const values = all.flatMap(one => [...one.average, ...one.best]).filter(band => band).map(band => band[0]);
    const low = Math.min(0.95, ...values) * 0.97;
    const most = Math.min(Math.max(1.05, ...values) * 1.03, 20);
    const option = {
      title: [], grid: [], xAxis: [], yAxis: [], series: [],
      legend: legend({data: ['on average', 'best with this value', 'measured']}),
      tooltip: tip({trigger: 'item', formatter: one => one.seriesName + '\n' + one.name + ': ' + times(one.value)})
    };
    all.forEach((one, i) => {
      const left = (i % columns) * cell;
      const top = 34 + Math.floor(i / columns) * high;
      option.title.push({text: short(one.name, Math.floor(cell / 8.5)), left: left + 40, top: top,
        textStyle: {color: ink.ink, fontSize: 13, fontWeight: 600}});
      option.grid.push({left: left + 44, top: top + 28, width: cell - 62, height: high - 70});
      option.xAxis.push(axis({type: 'category', gridIndex: i, data: one.values, splitLine: {show: false},
        axisLabel: Object.assign(text(), {hideOverlap: true, formatter: value => short(value, Math.max(6, Math.floor((cell - 62) / one.values.length / 7)))})}));
      option.yAxis.push(axis({type: most / low > 4 ? 'log' : 'value', logBase: 2, gridIndex: i, min: low, max: most, splitNumber: 3,
        axisLabel: Object.assign(text(), {formatter: times, hideOverlap: true, showMinLabel: false, showMaxLabel: false})}));
      const at = {xAxisIndex: i, yAxisIndex: i};
      const part = (bands, place) => bands.map(band => band ? band[place] : null);
      const area = (bands, colour) => bands.forEach((band, v) => {
        if (band) edges.push([{coord: [v, Math.max(low, band[1])], lineStyle: {color: colour}}, {coord: [v, Math.min(most, band[2])]}]);
      });
      const edges = [];
      area(one.average, ink.muted);
      area(one.best, ink.best);
      option.series.push(Object.assign({name: 'on average', type: 'line', symbol: 'circle', symbolSize: 5, data: part(one.average, 0),
        lineStyle: {color: ink.muted, width: 1.5}, itemStyle: {color: ink.muted}}, at));
      option.series.push(Object.assign({name: 'best with this value', type: 'line', connectNulls: false,
        symbol: 'circle', symbolSize: (value, point) => point.dataIndex === one.chosen ? 11 : 6,
        data: part(one.best, 0), lineStyle: {color: ink.best, width: 2.5}, itemStyle: {color: ink.best},
        markLine: {silent: true, symbol: 'none', animation: false, label: {show: false},
          lineStyle: {type: 'solid', width: 5, opacity: 0.25}, data: edges}}, at));
      option.series.push(Object.assign({name: 'measured', type: 'scatter', symbol: 'emptyDiamond', symbolSize: 11, z: 6, data: one.measured,
        itemStyle: {color: ink.library, borderWidth: 2}}, at));
    });
    return {height: 20 + rows * high, option};
  }

  function roofline(data, width) {
    const intensities = data.points.map(point => point.intensity);
    const ridge = data.peak > 0 ? data.peak / data.memory : Math.max(...intensities) * 4;
    const from = Math.min(...intensities, ridge) / 4;
    const to = Math.max(...intensities, ridge) * 4;
    const roof = bandwidth => {
      const turn = data.peak > 0 ? Math.min(to, data.peak / bandwidth) : to;
      return [[from, from * bandwidth], [turn, turn * bandwidth],
        [to, data.peak > 0 ? Math.min(data.peak, to * bandwidth) : to * bandwidth]];
    };
    const line = (name, bandwidth, type) => ({name, type: 'line', symbol: 'none', silent: true, data: roof(bandwidth),
      lineStyle: {color: ink.muted, width: 2, type}, itemStyle: {color: ink.muted}});
    const roles = [...new Set(data.points.map(point => point.role))];
    const colour = {'default': ink.theDefault, library: ink.library};
    const symbol = {'default': 'emptyCircle', library: 'triangle'};
    return {
      height: 380,
      option: {
        legend: legend(),
        tooltip: tip({trigger: 'item', formatter: one => one.seriesName + ' on ' + one.name + '\n' + scaled(one.value[1]) + 'FLOP/s'}),
        grid: {left: 60, right: 24, top: 44, bottom: 46},
        xAxis: axis({type: 'log', min: from, max: to, name: 'operations for each byte', nameLocation: 'middle', nameGap: 28,
          axisLabel: Object.assign(text(), {formatter: value => Number(value.toPrecision(2)), hideOverlap: true})}),
        yAxis: axis({type: 'log', name: 'FLOP/s', nameGap: 8, min: Math.min(from * data.memory, ...data.points.map(point => point.rate)) / 2,
          axisLabel: Object.assign(text(), {formatter: scaled, hideOverlap: true})}),
        series: [line('memory', data.memory, 'solid'), line('last-level cache', data.cache, 'dashed'),
          ...roles.map(role => ({
            name: role, type: 'scatter', symbol: symbol[role] || 'circle', symbolSize: 11, z: 5, itemStyle: {color: colour[role] || ink.best},
            data: data.points.filter(point => point.role === role)
              .map(point => ({name: point.shape, value: [point.intensity, point.rate]})),
            label: {show: !colour[role] && width > 500, position: 'right', color: ink.ink, fontSize: 11, formatter: one => short(one.name, 16)},
            labelLayout: {hideOverlap: true}
          }))]
      }
    };
  }

  function device(data, width) {
    const panels = [];
    if (data.checks.length) {
      panels.push({name: 'default, relative to its level', kind: 'checks'});
    }
    data.readings.forEach(reading => panels.push({name: reading.name, points: reading.points}));
    if (data.discarded.length) {
      panels.push({name: 'retaken samples', points: data.discarded, bars: true});
    }
    const high = 116;
    const devices = [...new Set(data.checks.map(check => check.device))].sort();
    const several = devices.length > 1;
    const palette = [ink.best, ink.theDefault, ink.library, ink.muted];
    const last = Math.max(1, ...data.checks.map(check => check.seconds), ...data.readings.flatMap(one => one.points.map(point => point[0])));
    const option = {title: [], grid: [], xAxis: [], yAxis: [], series: [],
      tooltip: tip({trigger: 'item', formatter: one => one.seriesName + '\n' + Number(one.value[1].toPrecision(4)) + ' after ' + duration(one.value[0])})};
    panels.forEach((panel, i) => {
      const top = 6 + i * high;
      option.title.push({text: panel.name, left: 48, top, textStyle: {color: ink.muted, fontSize: 12, fontWeight: 600}});
      option.grid.push({left: 52, right: 20, top: top + 22, height: high - 48});
      option.xAxis.push(axis({type: 'value', gridIndex: i, min: 0, max: last, splitLine: {show: false},
        axisLabel: i === panels.length - 1 ? Object.assign(text(), {formatter: duration, hideOverlap: true, showMaxLabel: false}) : {show: false}}));
      option.yAxis.push(axis({type: 'value', gridIndex: i, scale: !panel.bars, splitNumber: 2,
        // The axis does not magnify differences below the measurement noise.
        min: panel.kind ? range => Math.min(range.min, 0.995) : undefined, max: panel.kind ? range => Math.max(range.max, 1.005) : undefined,
        axisLabel: Object.assign(text(), {hideOverlap: true})}));
      const at = {name: panel.name, xAxisIndex: i, yAxisIndex: i};
      if (panel.kind) {
        // A line for each device, because their levels differ.
        devices.forEach((device, d) => {
          const colour = palette[d % palette.length];
          option.series.push(Object.assign({}, at, {type: 'line', symbolSize: 8, symbol: 'circle', name: device || (several ? 'replaced process' : panel.name),
            lineStyle: {color: several ? colour : ink.faint, width: device ? 1 : several ? 0 : 1}, itemStyle: {color: colour},
            data: data.checks.filter(check => check.device === device).map(check => ({value: [check.seconds, check.ratio],
              itemStyle: {color: check.sound ? colour : ink.bad}, symbol: check.kind === 'drift' ? 'circle' : 'diamond'})),
            markLine: d ? undefined : {silent: true, symbol: 'none', data: [{yAxis: 1}], label: {show: false}, lineStyle: {color: ink.muted, type: 'dashed', width: 1}}}));
        });
        if (several) option.legend = legend({data: option.series.map(one => one.name), left: 260, right: 20, top: top - 4});
      } else if (panel.bars) {
        option.series.push(Object.assign({type: 'bar', barWidth: 2, data: panel.points, itemStyle: {color: ink.bad}}, at));
      } else {
        option.series.push(Object.assign({type: 'line', symbol: 'none', data: panel.points, lineStyle: {color: ink.best, width: 1.5}}, at));
      }
    });
    return {height: 34 + panels.length * high, option};
  }

  const kinds = {forest, convergence, shares, curves, roofline, device};
  const drawn = new Map();
  const choices = new Map();

  function draw(i) {
    const place = document.getElementById('chart-' + i);
    const width = place.clientWidth;
    if (!width) return;
    const {height, option} = kinds[charts[i].kind](charts[i].data, width, choices.get(i));
    place.style.height = height + 'px';
    const before = drawn.get(i);
    const whole = Object.assign({animation: false, textStyle: {fontFamily: 'system-ui, "DejaVu Sans", sans-serif'}}, option);
    if (before && before.getDom() === place && before.getWidth() === width && before.getHeight() === height) {
      before.setOption(whole, {notMerge: true});
      return;
    }
    if (before) before.dispose();
    const chart = echarts.init(place, null, {renderer: 'canvas', devicePixelRatio: Math.max(2, devicePixelRatio)});
    chart.setOption(whole);
    drawn.set(i, chart);
  }

  function drawAll() {
    ink = colours();
    charts.forEach((_, i) => draw(i));
  }

  /** Buttons to switch between evaluations and time. */
  function choose(i) {
    const place = document.getElementById('chart-' + i);
    const group = document.createElement('div');
    group.className = 'choice';
    group.setAttribute('role', 'group');
    ['over evaluations', 'over time'].forEach((name, which) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.setAttribute('aria-pressed', String(which === 0));
      button.addEventListener('click', () => {
        choices.set(i, which === 1);
        [...group.children].forEach((one, other) => one.setAttribute('aria-pressed', String(other === which)));
        draw(i);
      });
      group.append(button);
    });
    place.before(group);
  }

  /** Interface for pages that update their charts. */
  globalThis.evoPage = {
    /** Number of evaluations in the first chart. */
    size: () => charts.length && charts[0].kind === 'convergence' ? charts[0].data[0].speed.length : 0,

    /** Appends evaluations to the first chart, replacing those from a given index. */
    extend(news) {
      if (!charts.length) return;
      const trace = charts[0].data[0];
      if (trace.byShape !== news.byShape) {
        location.reload();
        return;
      }
      trace.millis = trace.millis.slice(0, news.from).concat(news.millis);
      trace.speed = trace.speed.slice(0, news.from).concat(news.speed);
      trace.best = trace.best.filter(([i]) => i < news.from).concat(news.best);
      draw(0);
    },

    /** Replaces the charts from a given number on; the page already has their places. */
    replace(first, others) {
      for (let i = first; i < charts.length; i++) {
        if (drawn.has(i)) drawn.get(i).dispose();
        drawn.delete(i);
        choices.delete(i);
      }
      charts.length = first;
      charts.push(...others);
      others.forEach((chart, i) => {
        if (chart.kind === 'convergence') choose(first + i);
        draw(first + i);
      });
    }
  };

  charts.forEach((chart, i) => {
    if (chart.kind === 'convergence') choose(i);
  });
  drawAll();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
  matchMedia('print').addEventListener('change', drawAll);
  document.querySelectorAll('details.run').forEach(run => run.addEventListener('toggle', drawAll));
  let width = innerWidth;
  let waiting = 0;
  addEventListener('resize', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (innerWidth !== width) {
        width = innerWidth;
        drawAll();
      }
    }, 150);
  });
  document.documentElement.dataset.drawn = Math.round(performance.now());
})();
