import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Generalisation, Grid } from '../../../shared/contracts/generalisations.ts'
import { placeGrids } from '../../../shared/geometry/place-grid.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PlaceExample } from './place-example.tsx'
import styles from './publication.module.css'
import { saveRule } from './publication-calls.ts'
import { gridWords, roleWords, subjectOf } from './rule-words.ts'
import type { AskForLabel } from './sensitive-card.tsx'

interface RuleDialogProps {
  projectId: string
  /** null: a new one. */
  rule: Generalisation | null
  others: readonly Generalisation[]
  askForLabel: AskForLabel
  onClose: () => void
}

/** One rule. It is saved at once, and not with the form behind. */
// Long: the fields of one form in their order.
export function RuleDialog({ projectId, rule, others, askForLabel, onClose }: RuleDialogProps) {
  const { mutateAsync: save, isPending } = useMutation(saveRule(projectId))
  const hasProjectRule = others.some(({ labelId }) => labelId === null)
  const [scope, setScope] = useState<'project' | 'label'>(hasProjectRule ? 'label' : 'project')
  const [label, setLabel] = useState<{ id: string; name: string } | null>(null)
  const [grid, setGrid] = useState<Grid>(rule?.grid ?? '0.1')
  const [fromRole, setFromRole] = useState(rule?.fromRole ?? 'editor')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation() // React passes it on to the form behind
    if (!rule && scope === 'label' && !label) return setProblem('Choose a label')
    try {
      await save({ rule, labelId: scope === 'label' ? (label?.id ?? null) : null, grid, fromRole })
      showToast({ tone: 'ok', title: 'Rule saved' })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, 'The rule was not saved'))
    }
  }

  if (isAsking)
    return askForLabel({
      onChoose: chosen => {
        setLabel(chosen)
        setProblem(null)
        setAsking(false)
      },
      onClose: () => setAsking(false)
    })
  return (
    <FormDialog
      title={rule ? `Rule for ${subjectOf(rule)}` : 'Add a rule'}
      confirm={rule ? 'Save' : 'Add rule'}
      busy={isPending}
      problem={problem}
      onSubmit={event => void submit(event)}
      onClose={onClose}
    >
      {!rule && !hasProjectRule && (
        <Select
          label="Places of"
          value={scope}
          onChange={event => setScope(event.target.value === 'label' ? 'label' : 'project')}
          options={[
            { value: 'project', label: 'The whole project' },
            { value: 'label', label: 'A taxon and those below it' }
          ]}
        />
      )}
      {!rule && scope === 'label' && (
        <div className={styles.chosen}>
          <span className={label ? styles.name : styles.quiet}>{label?.name ?? 'No label is chosen yet'}</span>
          <Button size="small" onClick={() => setAsking(true)}>
            {label ? 'Choose another label' : 'Choose a label'}
          </Button>
        </div>
      )}
      <Select
        label="Positions go out"
        description="An image with several rules has the strictest. Its site shares it."
        value={grid}
        onChange={event => setGrid(placeGrids.find(one => one === event.target.value) ?? 'hidden')}
        options={placeGrids.map(value => ({ value, label: gridWords[value] }))}
      />
      <Select
        label="Exact places are for"
        description="Exports follow the rule whoever makes them."
        value={fromRole}
        onChange={event => setFromRole(event.target.value as Generalisation['fromRole'])}
        options={Object.entries(roleWords).map(([value, words]) => ({ value, label: words }))}
      />
      <PlaceExample grid={grid} />
    </FormDialog>
  )
}
