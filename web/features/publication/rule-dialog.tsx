import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Generalisation, Grid } from '../../../shared/contracts/generalisations.ts'
import { placeGrids } from '../../../shared/geometry/place-grid.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { PickLabel } from './pick-label.ts'
import { PlaceExample } from './place-example.tsx'
import styles from './publication.module.css'
import { saveRule } from './publication-calls.ts'
import { subjectOf } from './rule-words.ts'
import { texts } from './texts.ts'

const { rule: words } = texts

interface RuleDialogProps {
  projectId: string
  /** Rule to edit; null for a new one. */
  rule: Generalisation | null
  others: readonly Generalisation[]
  pickLabel: PickLabel
  onClose: () => void
}

/** Dialog for one rule. The rule is saved immediately, not with the surrounding form. */
// Long: all fields of one form, in order.
export function RuleDialog({ projectId, rule, others, pickLabel, onClose }: RuleDialogProps) {
  const { mutateAsync: save, isPending } = useMutation(saveRule(projectId))
  const hasProjectRule = others.some(({ labelId }) => labelId === null)
  const [scope, setScope] = useState<'project' | 'label'>(hasProjectRule ? 'label' : 'project')
  const [label, setLabel] = useState<{ id: string; name: string } | null>(null)
  const [grid, setGrid] = useState<Grid>(rule?.grid ?? '0.1')
  const [fromRole, setFromRole] = useState(rule?.fromRole ?? 'editor')
  const [isPicking, setPicking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation() // React bubbles it to the surrounding form
    if (!rule && scope === 'label' && !label) return setProblem(words.choose)
    try {
      await save({ rule, labelId: scope === 'label' ? (label?.id ?? null) : null, grid, fromRole })
      showToast({ tone: 'ok', title: words.saved })
      onClose()
    } catch (error) {
      setProblem(sentenceOf(error, words.failed))
    }
  }

  if (isPicking)
    return pickLabel({
      onChoose: chosen => {
        setLabel(chosen)
        setProblem(null)
        setPicking(false)
      },
      onClose: () => setPicking(false)
    })
  return (
    <FormDialog
      title={rule ? words.edit(subjectOf(rule)) : words.add}
      confirm={rule ? words.save : words.confirmAdd}
      busy={isPending}
      problem={problem}
      onSubmit={event => void submit(event)}
      onClose={onClose}
    >
      {!rule && !hasProjectRule && (
        <Select
          label={words.scope}
          value={scope}
          onChange={event => setScope(event.target.value === 'label' ? 'label' : 'project')}
          options={[
            { value: 'project', label: words.scopeProject },
            { value: 'label', label: words.scopeLabel }
          ]}
        />
      )}
      {!rule && scope === 'label' && (
        <div className={styles.chosen}>
          <span className={label ? styles.name : styles.quiet}>{label?.name ?? words.noLabel}</span>
          <Button size="small" onClick={() => setPicking(true)}>
            {label ? words.chooseAnother : words.choose}
          </Button>
        </div>
      )}
      <Select
        label={words.grid}
        description={words.gridAbout}
        value={grid}
        onChange={event => setGrid(placeGrids.find(one => one === event.target.value) ?? 'hidden')}
        options={placeGrids.map(value => ({ value, label: words.grids[value] }))}
      />
      <Select
        label={words.role}
        description={words.roleAbout}
        value={fromRole}
        onChange={event => setFromRole(event.target.value as Generalisation['fromRole'])}
        options={Object.entries(words.roles).map(([value, { option }]) => ({ value, label: option }))}
      />
      <PlaceExample grid={grid} />
    </FormDialog>
  )
}
