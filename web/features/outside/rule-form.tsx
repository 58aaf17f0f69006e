import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { InboxRule, RuleConditions } from '../../../shared/contracts/inbox-rules.ts'
import { newId } from '../../../shared/new-id.ts'
import { type FlagName, flagNames } from '../../../shared/outside/flags.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './outside.module.css'
import { datasetsOf } from './queries.ts'
import { texts } from './texts.ts'

const { rules: words } = texts

interface RuleFormProps {
  projectId: string
  onAdd: (rule: InboxRule) => void
}

/** Form for a new rule. Empty conditions are left out, but at least one is required. */
// Long: the fields of one form in order.
export function RuleForm({ projectId, onAdd }: RuleFormProps) {
  const datasets = useQuery(datasetsOf(projectId))
  const [problem, setProblem] = useState<string | null>(null)
  const licences = [...new Set(datasets.data?.flatMap(({ licence }) => licence ?? []))]
  const any = { value: '', label: words.any }

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const flag = text('flag')
    const when: RuleConditions = {
      ...(text('q') && { q: text('q') }),
      ...(text('licence') && { licences: [text('licence')] }),
      ...(text('dataset') && { dataset: text('dataset') }),
      ...(flag === 'none' ? { unflagged: true as const } : flag && { flags: [flag as FlagName] }),
      ...(text('match') && { match: text('match') as NonNullable<RuleConditions['match']> })
    }
    if (Object.keys(when).length === 0) return setProblem(words.noCondition)
    if (text('because') === '') return setProblem(words.noReason)
    setProblem(null)
    onAdd({ id: newId(), when, decision: text('decision') as InboxRule['decision'], because: text('because') })
    event.currentTarget.reset()
  }

  return (
    <form className={styles.ruleForm} onSubmit={add} aria-label={words.newRule} noValidate>
      <h3>{words.newRule}</h3>
      <FormSummary title={problem} />
      <div className={styles.pair}>
        <TextField label={words.name} name="q" optional autoComplete="off" maxLength={200} />
        <Select
          label={texts.inbox.flag}
          name="flag"
          options={[any, { value: 'none', label: words.unflagged }, ...flagNames.map(name => ({ value: name, label: texts.flags[name] }))]}
        />
        <Select
          label={texts.record.match}
          name="match"
          options={[
            any,
            { value: 'none', label: words.unmatched },
            ...Object.entries(texts.matches).map(([value, label]) => ({ value, label }))
          ]}
        />
        <Select
          label={texts.record.licence}
          name="licence"
          options={[any, ...licences.map(licence => ({ value: licence, label: licence }))]}
        />
        <Select
          label={texts.record.dataset}
          name="dataset"
          options={[any, ...(datasets.data ?? []).map(({ id, title, url }) => ({ value: id, label: (title ?? url ?? id).slice(0, 80) }))]}
        />
        <Select
          label={words.outcomeOfRule}
          name="decision"
          options={Object.entries(words.verbs).map(([value, label]) => ({ value, label }))}
        />
        <TextField label={words.because} name="because" autoComplete="off" maxLength={200} description={words.becauseAbout} />
      </div>
      <div className={styles.barActions}>
        <Button type="submit">{words.add}</Button>
      </div>
    </form>
  )
}
