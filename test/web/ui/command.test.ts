import t from 'tap'
import { checkCommands } from '../../../web/features/ai/check/check-commands.ts'
import { similarCommands } from '../../../web/features/ai/similar/similar-commands.ts'
import { suggestionCommands } from '../../../web/features/ai/suggestions/suggestion-commands.ts'
import { annotateCommands } from '../../../web/features/annotate/commands.ts'
import { reviewCommands } from '../../../web/features/review/commands.ts'
import { type Command, type CommandState, shortcutsOf } from '../../../web/ui/command.ts'

const screens: [name: string, commands: Record<string, Command<never>>][] = [
  ['Annotate', annotateCommands],
  ['Review', reviewCommands],
  ['Suggestions', suggestionCommands],
  ['Check', checkCommands],
  ['Similar', similarCommands]
]
const everything: CommandState = { mayEdit: true, hasSelection: true }

function keysOf(commands: Record<string, Command<never>>, state: CommandState): string[] {
  return shortcutsOf('Test', commands, () => undefined as never, state).map(({ keys }) => keys)
}

for (const [name, commands] of screens) {
  t.test(`${name} assigns each key to one command`, async t => {
    const keys = keysOf(commands, everything)
    t.same(keys, [...new Set(keys)])
  })

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
  shortcut!.run()
  t.same(done, ['new'])
})
