import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Generalisation } from '../../../shared/contracts/generalisations.ts'
import { isNotOffered, sentenceOf } from '../../api/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { DeleteIcon, EditIcon, PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import { Card } from './card.tsx'
import type { PickLabel } from './pick-label.ts'
import styles from './publication.module.css'
import { removeRule, rulesOf } from './publication-calls.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { subjectOf } from './rule-words.ts'
import { texts } from './texts.ts'

const { sensitive: words, rule: ruleWords, removeRule: removeWords } = texts

interface SensitiveCardProps {
  projectId: string
  isOwner: boolean
  pickLabel: PickLabel
}

/** Card with the rules that generalise or withhold positions. Each rule is saved immediately, not with the surrounding form. */
export function SensitiveCard({ projectId, isOwner, pickLabel }: SensitiveCardProps) {
  const rules = useQuery(rulesOf(projectId))
  const [editing, setEditing] = useState<{ rule: Generalisation | null } | null>(null)
  const [removing, setRemoving] = useState<Generalisation | null>(null)
  if (isNotOffered(rules.error)) return null
  return (
    <Card
      id="publication-sensitive"
      title={words.title}
      description={words.description}
      actions={
        isOwner && (
          <Button size="small" icon={<PlusIcon aria-hidden />} onClick={() => setEditing({ rule: null })}>
            {words.add}
          </Button>
        )
      }
    >
      <Loaded query={rules} failed={words.failed} skeleton={<SkeletonRows rows={2} label={words.loading} />}>
        {({ rules: list, isExactForViewer }) => (
          <>
            {!isExactForViewer && <Note>{words.generalised}</Note>}
            {list.length === 0 ? (
              <p className={styles.quiet}>{isOwner ? words.none : words.noneReadOnly}</p>
            ) : (
              <RuleList rules={list} isOwner={isOwner} onEdit={rule => setEditing({ rule })} onRemove={setRemoving} />
            )}
          </>
        )}
      </Loaded>
      {editing && (
        <RuleDialog
          projectId={projectId}
          rule={editing.rule}
          others={rules.data?.rules ?? []}
          pickLabel={pickLabel}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && <RemoveRule projectId={projectId} rule={removing} onClose={() => setRemoving(null)} />}
    </Card>
  )
}

interface RuleListProps {
  rules: readonly Generalisation[]
  isOwner: boolean
  onEdit: (rule: Generalisation) => void
  onRemove: (rule: Generalisation) => void
}

function RuleList({ rules, isOwner, onEdit, onRemove }: RuleListProps) {
  return (
    <ul className={styles.list} aria-label={words.list}>
      {rules.map(rule => (
        <li key={rule.id} className={styles.item}>
          <div className={styles.itemWords}>
            <span className={styles.name}>
              {rule.labelId === null ? words.wholeProject : <TaxonName label={{ ...rule, name: rule.labelName ?? '' }} />}
            </span>
            <span className={styles.about}>
              {[ruleWords.grids[rule.grid], rule.labelId !== null && words.withDescendants, ruleWords.roles[rule.fromRole].exactFor]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
          {isOwner && (
            <div className={styles.itemActions}>
              <IconButton size="small" label={words.edit(subjectOf(rule))} onClick={() => onEdit(rule)}>
                <EditIcon />
              </IconButton>
              <IconButton size="small" label={words.remove(subjectOf(rule))} onClick={() => onRemove(rule)}>
                <DeleteIcon />
              </IconButton>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function RemoveRule({ projectId, rule, onClose }: { projectId: string; rule: Generalisation; onClose: () => void }) {
  const { mutateAsync, error } = useMutation(removeRule(projectId))
  return (
    <ConfirmDialog
      title={removeWords.title(subjectOf(rule))}
      confirm={removeWords.confirm}
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={() => mutateAsync(rule.id)}
    >
      <FormSummary title={error ? sentenceOf(error, removeWords.failed) : null} />
      <p>{removeWords.about}</p>
    </ConfirmDialog>
  )
}
