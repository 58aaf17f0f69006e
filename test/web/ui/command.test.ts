import t from 'tap'
import { annotateCommands } from '../../../web/features/annotate/commands.ts'
import { reviewCommands } from '../../../web/features/review/commands.ts'
import { type Command, type CommandState, shortcutsOf } from '../../../web/ui/command.ts'

const screens: [name: string, commands: Record<string, Command<never>>][] = [
  ['Annotate', annotateCommands],
  ['Review', reviewCommands]
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
