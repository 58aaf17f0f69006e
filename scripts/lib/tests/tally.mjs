import { Parser } from 'tap-parser'

const unhelpful = ['source', 'at', 'tapCaught', 'test', 'isToplevel']
const indent = (text, by) => text.replace(/^(?=.)/gm, by)

/** Formats the details of a failure from tap, without the source excerpt. The message and the location are enough to find the cause. */
function explain({ name, diag }) {
  const facts = Object.entries(diag ?? {}).filter(([key]) => !unhelpful.includes(key))
  const lines = facts.map(([key, value]) => {
    const text = typeof value === 'string' ? value.trimEnd() : JSON.stringify(value)
    return text.includes('\n') ? `${key}:\n${indent(text, '  ')}` : `${key}: ${text}`
  })
  return [name, ...lines.map(line => indent(line, '  '))].join('\n')
}

function count(tally, { ok, skip, todo }) {
  if (skip || todo) countSkipped(tally, skip)
  else if (ok) tally.passed++
  else tally.failed++
}

function countSkipped(tally, reason) {
  tally.skipped++
  const named = typeof reason === 'string' && reason !== '' ? reason : 'without a reason'
  tally.reasons[named] = (tally.reasons[named] ?? 0) + 1
}

/** Counts one `t.test` or one file, and reports why it failed. */
function watch(test, path, tally, print) {
  const titles = [...path, test.name]
  const isFile = path.length === 0
  const assertions = []
  let hasTests = isFile
  test.on('child', child => {
    hasTests = true
    watch(child, titles, tally, print)
  })
  test.on('assert', result => {
    if (!result.closingTestPoint) assertions.push(result)
  })
  test.on('complete', results => {
    const skipped = assertions.filter(({ skip }) => skip)
    if (hasTests) for (const assertion of assertions) count(tally, assertion)
    else {
      for (const { skip } of skipped) countSkipped(tally, skip)
      if (skipped.length === 0 || skipped.length < assertions.length) count(tally, { ok: results.ok })
    }
    for (const { name, skip } of skipped) print(`skipped ${[...titles, name].join(' › ')}${skip === true ? '' : `: ${skip}`}`)
    const failures = assertions.filter(({ ok, skip, todo }) => !ok && !skip && !todo)
    if (!results.ok && failures.length === 0 && !hasTests)
      print(`\nFAILED ${titles.join(' › ')}\n  ${results.bailout || 'it ended without a failed assertion'}\n`)
    if (failures.length > 0) print(`\nFAILED ${titles.join(' › ')}\n${indent(failures.map(explain).join('\n'), '  ')}\n`)
  })
}

export const noTests = () => ({ passed: 0, failed: 0, skipped: 0, reasons: {} })

/** Adds two tallies. */
export function joined(a, b) {
  const reasons = { ...a.reasons }
  for (const [reason, times] of Object.entries(b.reasons)) reasons[reason] = (reasons[reason] ?? 0) + times
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped, reasons }
}

/**
 * Reads tap's output and counts tests. A test is a `t.test` without nested tests, or an assertion next to such tests. A file that fails without a
 * failed test, because it crashed or hung, counts as one failed test. A skipped assertion within a test is counted separately. Prints one line per
 * finished file, and the details of failures. Resolves to `{ passed, failed, skipped, reasons }`, with the number of skipped tests by reason.
 */
export function tallyOf(stream, print) {
  const tally = noTests()
  const parser = new Parser()
  let failedBefore = 0
  parser.on('child', file => {
    failedBefore = tally.failed
    watch(file, [], tally, print)
  })
  parser.on('assert', file => {
    if (!file.ok && tally.failed === failedBefore) tally.failed++
    print(`${file.ok ? 'ok    ' : 'FAILED'} ${file.name}${file.time ? `  ${(file.time / 1000).toFixed(1)} s` : ''}`)
  })
  const done = new Promise(resolve => parser.on('complete', () => resolve(tally)))
  stream.pipe(parser)
  return done
}
