import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
import styles from './publication.module.css'
import { removeRule, rulesOf } from './publication-calls.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { gridWords, roleWords, subjectOf } from './rule-words.ts'

/** Asks for a label; its name is for the words of the form. */
export type AskForLabel = (ask: { onChoose: (label: { id: string; name: string }) => void; onClose: () => void }) => ReactNode

interface SensitiveCardProps {
  projectId: string
  isOwner: boolean
  askForLabel: AskForLabel
}

/** Which places go out to a grid only, or not at all. A rule counts as soon as it is made, without the form around it. */
export function SensitiveCard({ projectId, isOwner, askForLabel }: SensitiveCardProps) {
  const rules = useQuery(rulesOf(projectId))
  const [editing, setEditing] = useState<{ rule: Generalisation | null } | null>(null)
  const [removing, setRemoving] = useState<Generalisation | null>(null)
  if (isNotOffered(rules.error)) return null
  return (
    <Card
      title="Sensitive places"
      description="Places of rare corals, wrecks or fishing grounds go out to a grid, or not at all. Every export follows these rules. Members below the chosen role see no exact place either."
      actions={
        isOwner && (
          <Button size="small" icon={<PlusIcon aria-hidden />} onClick={() => setEditing({ rule: null })}>
            Add rule
          </Button>
        )
      }
    >
      <Loaded query={rules} failed="The rules could not be loaded" skeleton={<SkeletonRows rows={2} label="Loading the rules" />}>
        {({ rules: list, isExactForViewer }) => (
          <>
            {!isExactForViewer && <Note>You get these places generalised. Owners of the project get them exactly.</Note>}
            {list.length === 0 ? (
              <p className={styles.quiet}>
                No rule: exports give every position exactly.{!isOwner && ' Owners of the project make rules.'}
              </p>
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
          askForLabel={askForLabel}
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
    <ul className={styles.list} aria-label="Rules for sensitive places">
      {rules.map(rule => (
        <li key={rule.id} className={styles.item}>
          <div className={styles.itemWords}>
            <span className={styles.name}>
              {rule.labelId === null ? 'Whole project' : <TaxonName label={{ ...rule, name: rule.labelName ?? '' }} />}
            </span>
            <span className={styles.about}>
              {[
                gridWords[rule.grid],
                rule.labelId !== null && 'also for labels below it',
                `exact for ${roleWords[rule.fromRole].toLowerCase()}`
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
          {isOwner && (
            <div className={styles.itemActions}>
              <IconButton size="small" label={`Edit the rule for ${subjectOf(rule)}`} onClick={() => onEdit(rule)}>
                <EditIcon />
              </IconButton>
              <IconButton size="small" label={`Remove the rule for ${subjectOf(rule)}`} onClick={() => onRemove(rule)}>
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
      title={`Remove the rule for ${subjectOf(rule)}?`}
      confirm="Remove rule"
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={() => mutateAsync(rule.id)}
    >
      <FormSummary title={error ? sentenceOf(error, 'The rule was not removed') : null} />
      <p>Its places are exact from then on, for everyone who sees the project and in every export, unless another rule holds.</p>
    </ConfirmDialog>
  )
}
