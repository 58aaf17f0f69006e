import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import t from 'tap'
import { auditCommands } from '../../../web/features/ai/audit/audit-commands.ts'
import { checkCommands } from '../../../web/features/ai/check/check-commands.ts'
import { similarCommands } from '../../../web/features/ai/similar/similar-commands.ts'
import { suggestionCommands } from '../../../web/features/ai/suggestions/suggestion-commands.ts'
import { annotateCommands } from '../../../web/features/annotate/commands.ts'
import { chartCommands, mapCommands } from '../../../web/features/map/map-commands.ts'
import { timeCommands } from '../../../web/features/map/time/time-commands.ts'
import { drawingCommands, lassoCommands, measureCommands, stationCommands } from '../../../web/features/map/tools/vertex-commands.ts'
import { viewerCommands } from '../../../web/features/media/viewer/viewer-commands.ts'
import { inboxCommands } from '../../../web/features/outside/inbox-commands.ts'
import { reviewCommands } from '../../../web/features/review/commands.ts'
import { rowCommands } from '../../../web/features/taxonomy/grid/row-commands.ts'
import { type Command, type CommandState, runByKeys, shortcutsOf } from '../../../web/ui/command.ts'

type Commands = Record<string, Command<never>>

const screens: [name: string, commands: Commands][] = [
  ['Annotate', annotateCommands],
  ['Review', reviewCommands],
  ['Suggestions', suggestionCommands],
  ['Blind audit', auditCommands],
  ['Check', checkCommands],
  ['Similar', similarCommands],
  ['Inbox', inboxCommands],
  ['Image viewer', viewerCommands],
  ['Species catalog', rowCommands],
  ['Map', { ...mapCommands, ...timeCommands, ...prefixed('chart', chartCommands) }]
]
/** Tools of the map. An open one takes precedence over the keys of the map. */
const tools: [name: string, commands: Commands][] = [
  ['Measure', measureCommands],
  ['Draw around places', lassoCommands],
  ['Draw a station', stationCommands],
  ['Draw a transect or an area', drawingCommands]
]
const everything: CommandState = { mayEdit: true, hasSelection: true }

function prefixed(prefix: string, commands: Commands): Commands {
  return Object.fromEntries(Object.entries(commands).map(([id, command]) => [`${prefix} ${id}`, command]))
}

function keysOf(commands: Commands, state: CommandState): string[] {
  return shortcutsOf('Test', commands, () => undefined as never, state).map(({ keys }) => keys)
}

for (const [name, commands] of [...screens, ...tools]) {
  t.test(`${name} assigns each key to one command`, async t => {
    const keys = keysOf(commands, everything)
    t.same(keys, [...new Set(keys)])
  })

  t.test(`${name}: the key sheet and the keys that run a command are the same`, async t => {
    const listed = shortcutsOf('Test', commands, () => undefined as never, everything)
    t.same(
      listed.map(({ keys, label }) => ({ keys, label })),
      Object.values(commands).flatMap(({ keys, name, sentence = name }) => keys.map(each => ({ keys: each, label: sentence })))
    )
    for (const { keys } of listed) {
      if (/^shift\+\d$/.test(keys)) continue // the character of Shift and a digit depends on the layout
      const run: string[] = []
      const recorded = Object.entries(commands).map(([id, { runByKey: _, ...command }]) => [id, { ...command, run: () => run.push(id) }])
      t.ok(runByKeys(pressed(keys), Object.fromEntries(recorded), undefined, everything), keys)
      t.same(run, [Object.entries(commands).find(([, command]) => command.keys.includes(keys))?.[0]], keys)
    }
  })
}

for (const [name, commands] of screens) {
  t.test(`${name} has no editing key for a viewer`, async t => {
    const edits = Object.values(commands).flatMap(({ edits, keys }) => (edits ? keys : []))
    const offered = keysOf(commands, { ...everything, mayEdit: false })
    t.ok(edits.length > 0)
    t.same(
      offered.filter(key => edits.includes(key)),
      []
    )
  })
}

t.test('Annotate, Review and suggestions share the keys of a judgement', async t => {
  const keys = ({ keys }: Pick<Command<never>, 'keys'>) => keys
  for (const [annotate, review, suggestions] of [
    [annotateCommands.confirm, reviewCommands.confirm, suggestionCommands.accept],
    [annotateCommands.reject, reviewCommands.reject, suggestionCommands.reject],
    [annotateCommands.dispute, reviewCommands.dispute, suggestionCommands.unsure],
    [annotateCommands.findLabel, reviewCommands.relabel, suggestionCommands.relabel],
    [annotateCommands.undo, reviewCommands.undo, suggestionCommands.undo]
  ] as const) {
    t.same(keys(review), keys(annotate))
    t.same(keys(suggestions), keys(annotate))
  }
  const alternatives = (commands: Record<string, Command<never>>) => keysOf(commands, everything).filter(key => /^shift\+\d$/.test(key))
  t.same(alternatives(suggestionCommands), ['shift+1', 'shift+2', 'shift+3', 'shift+4', 'shift+5'])
  t.same(alternatives(annotateCommands), alternatives(suggestionCommands))
})

t.test('Review handles Escape only while crops are selected', async t => {
  t.notOk(keysOf(reviewCommands, { mayEdit: true, hasSelection: false }).includes('escape'))
  t.ok(keysOf(reviewCommands, everything).includes('escape'))
})

t.test('a key runs the newest actions', async t => {
  const done: string[] = []
  const save: Command<{ save: () => void }> = { name: 'Save', keys: ['s'], run: act => act.save() }
  let act = { save: () => done.push('old') }
  const [shortcut] = shortcutsOf('Test', { save }, () => act, everything)
  act = { save: () => done.push('new') }
  shortcut!.run?.()
  t.same(done, ['new'])
})

t.test('an element runs only the available commands, and leaves other keys and Alt to the browser', async t => {
  const done: string[] = []
  const commands: Record<string, Command<undefined>> = {
    pan: { name: 'Move left', keys: ['arrowleft'], run: () => done.push('pan') },
    remove: { name: 'Remove', keys: ['delete'], edits: true, run: () => done.push('remove') },
    clear: { name: 'Clear', keys: ['escape'], needsSelection: true, run: () => done.push('button'), runByKey: () => done.push('clear') }
  }
  const press = (keys: string, more: Partial<KeyboardEvent> = {}, state: Partial<CommandState> = {}) =>
    runByKeys({ ...pressed(keys), ...more }, commands, undefined, { ...everything, ...state })
  t.ok(press('arrowleft'))
  t.ok(press('escape'))
  t.same(done, ['pan', 'clear'])
  t.notOk(press('arrowright'))
  t.notOk(press('arrowleft', { altKey: true }))
  t.notOk(press('arrowleft', { metaKey: true }))
  t.notOk(press('arrowleft', { shiftKey: true }))
  t.notOk(press('delete', {}, { mayEdit: false }))
  t.notOk(press('escape', {}, { hasSelection: false }))
  t.same(done, ['pan', 'clear'])
})

t.test('every table of commands is checked here, and a screen lists it', async t => {
  const checked = new Set([...screens, ...tools].flatMap(([, commands]) => Object.values(commands)))
  const used = globSync('web/**/*.{ts,tsx}')
    .map(path => readFileSync(path, 'utf8'))
    .join('\n')
  const lists = used.matchAll(/use(?:Listed)?Commands\(\s*[^,]+,\s*(\w+)|\bcommands(?:: | = )([^\n]+)/g)
  const listed = new Set([...lists].flatMap(([, one = '', more = '']) => `${one} ${more}`.match(/\w+Commands\b/g) ?? []))
  /** Tables that another one spreads. */
  const parts = new Set(['toolCommands', 'drawCommands'])
  for (const path of globSync('web/features/**/*commands.ts')) {
    const tables: Record<string, unknown> = await import(resolve(path))
    for (const [name, table] of Object.entries(tables)) {
      if (!name.endsWith('Commands')) continue
      const missing = Object.values(table as Commands).filter(command => !checked.has(command))
      t.same(
        missing.map(command => command.name),
        [],
        `${name} is checked`
      )
      t.ok(parts.has(name) || listed.has(name), `a screen lists ${name}`)
    }
  }
})

/** Elements that handle keys outside the tables: fields, and the keys of the ARIA pattern of a list or a grid. */
const ownKeys = [
  'ai/similar/similar-grid.tsx',
  'ai/suggestions/suggestion-grid.tsx',
  'annotate/attributes/typed-value.tsx',
  'annotate/panels/object-list.tsx',
  'annotate/suggestions/suggestion-panel.tsx',
  'auth/secret-field.tsx',
  'media/gallery.tsx',
  'media/toolbar.tsx',
  'media/viewer/edit-form.tsx',
  'opportunities/words-field.tsx',
  'review/patch-grid.tsx',
  'showcase/seafloor-frame.tsx',
  'taxonomy/grid/grid-row.tsx',
  'taxonomy/worms/taxon-search.tsx'
]

t.test('keys of a screen are commands', async t => {
  const outside = globSync('web/features/**/*.{ts,tsx}').flatMap(path => {
    const source = readFileSync(path, 'utf8')
    t.notMatch(source, /\b(add|use)Shortcuts\b/, `${path} registers its keys as commands`)
    const handles = /onKeyDown|'keydown'/.test(source) && !source.includes('runByKeys(')
    return handles ? [path.replace('web/features/', '')] : []
  })
  t.same(outside.sort(), ownKeys, `files with keys of their own: ${outside.map(path => basename(path)).join(', ')}`)
})

/** Event of keys in the format of a shortcut. */
function pressed(keys: string): Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> {
  const parts = keys.split('+')
  const key = keys.endsWith('+') ? '+' : parts.at(-1)!
  return {
    key: key === 'space' ? ' ' : key,
    shiftKey: parts.includes('shift'),
    ctrlKey: parts.includes('mod'),
    metaKey: false,
    altKey: false
  }
}
