import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { AttributeField } from '../../../shared/contracts/attribute-fields.ts'
import { occurrenceAttributes } from '../../../shared/vocabulary/occurrence-attributes.ts'
import { attributeFieldsOf, orderFields, removeField, renewFields, saveField } from '../../annotation/attributes/queries.ts'
import { useAttributeFields } from '../../annotation/attributes/use-attribute-fields.ts'
import { ruleWords, titleOf } from '../../annotation/attributes/words.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { ChevronDownIcon, ChevronUpIcon, DeleteIcon, EditIcon, PlusIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './attributes.module.css'
import { texts } from './texts.ts'

const { settings: words, table, deleteDialog } = texts

const FieldDialog = lazy(() => import('./field-dialog.tsx').then(module => ({ default: module.FieldDialog })))

const standardFields = occurrenceAttributes.map(draft => ({
  unit: null,
  minimum: null,
  maximum: null,
  choices: [],
  measurementTypeID: null,
  ...draft
}))

/** Settings section for the attribute fields of a project. Only its owners can change them. */
// Long: one table with the actions of its rows.
export function AttributeSettings({ projectId, canManage }: { projectId: string; canManage: boolean }) {
  const client = useQueryClient()
  const query = useAttributeFields(projectId)
  const [editing, setEditing] = useState<AttributeField | 'new' | null>(null)
  const [removing, setRemoving] = useState<AttributeField | null>(null)
  const renew = () => renewFields(client, projectId)
  const failed = (error: unknown) => {
    showToast({ tone: 'danger', title: sentenceOf(error, words.notSaved) })
    return renew()
  }
  const take = useMutation({
    mutationFn: (draft: (typeof standardFields)[number]) => saveField(projectId, null, draft),
    onSuccess: renew,
    onError: failed
  })
  const { queryKey } = attributeFieldsOf(projectId)
  const ordering = ['orderFields', projectId]
  const isLastOrder = () => client.isMutating({ mutationKey: ordering }) === 1
  /** Order after the latest click, until it is saved. A response from before the click would otherwise move the fields back. */
  const wanted = useRef<string[] | null>(null)
  const order = useMutation({
    mutationKey: ordering,
    scope: { id: ordering.join(' ') },
    mutationFn: (ids: string[]) => orderFields(projectId, ids),
    onMutate: async ids => {
      client.setQueryData(queryKey, fields => fields?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)))
      await client.cancelQueries({ queryKey })
    },
    onSuccess: () => (isLastOrder() ? renew() : undefined),
    onError: failed,
    onSettled: () => {
      if (isLastOrder()) wanted.current = null
    }
  })
  const left = standardFields.filter(({ name }) => !query.data?.some(field => field.name === name))

  function move(field: AttributeField, by: 1 | -1) {
    const ids = wanted.current ?? client.getQueryData(queryKey)?.map(({ id }) => id) ?? [] // not the rendered order: clicks may outrun renders
    const at = ids.indexOf(field.id)
    const other = ids[at + by]
    if (!other) return
    wanted.current = ids.with(at, other).with(at + by, field.id)
    order.mutate(wanted.current)
  }

  return (
    <Section
      title={words.title}
      id="attributes"
      description={canManage ? words.descriptionForOwners : words.description}
      actions={
        canManage &&
        query.data && (
          <>
            {left.length > 0 && (
              <MenuButton
                label={words.standard}
                size="small"
                heading={words.standardAbout}
                items={left.map(draft => ({
                  id: draft.name,
                  label: titleOf(draft.name),
                  description: `${draft.name} · ${ruleWords(draft)}`,
                  onAction: () => take.mutate(draft)
                }))}
              >
                {words.standardShort}
              </MenuButton>
            )}
            <Button size="small" icon={<PlusIcon aria-hidden />} onClick={() => setEditing('new')}>
              {words.add}
            </Button>
          </>
        )
      }
    >
      <Loaded query={query} failed={words.failed} skeleton={<SkeletonRows rows={3} height="2.5rem" label={words.loading} />}>
        {fields =>
          fields.length === 0 ? (
            <p className={styles.fixed}>{canManage ? words.noneForOwners : words.none}</p>
          ) : (
            <Table
              label={table.label}
              columns={columnsOf(fields, canManage, { edit: setEditing, remove: setRemoving, move })}
              rows={fields}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {editing && (
        <Suspense fallback={null}>
          <FieldDialog projectId={projectId} field={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
      {removing && <RemoveField field={removing} onRemoved={renew} onClose={() => setRemoving(null)} />}
    </Section>
  )
}

interface RowActions {
  edit: (field: AttributeField) => void
  remove: (field: AttributeField) => void
  move: (field: AttributeField, by: 1 | -1) => void
}

function columnsOf(fields: readonly AttributeField[], canManage: boolean, { edit, remove, move }: RowActions): Column<AttributeField>[] {
  const columns: Column<AttributeField>[] = [
    {
      id: 'name',
      header: table.name,
      cell: ({ name }) => (
        <span className={styles.name}>
          {titleOf(name)}
          {titleOf(name) !== name && <code>{name}</code>}
        </span>
      )
    },
    { id: 'kind', header: table.values, cell: ruleWords },
    { id: 'required', header: table.required, cell: ({ required }) => (required ? table.yes : table.no), stackedLabel: true }
  ]
  if (!canManage) return columns
  const actions: Column<AttributeField> = {
    id: 'actions',
    header: '',
    srHeader: table.actions,
    cell: field => {
      const title = titleOf(field.name)
      return (
        <span className={styles.rowActions}>
          <IconButton size="small" label={table.moveUp(title)} disabled={field === fields[0]} onClick={() => move(field, -1)}>
            <ChevronUpIcon />
          </IconButton>
          <IconButton size="small" label={table.moveDown(title)} disabled={field === fields.at(-1)} onClick={() => move(field, 1)}>
            <ChevronDownIcon />
          </IconButton>
          <IconButton size="small" label={table.edit(title)} onClick={() => edit(field)}>
            <EditIcon />
          </IconButton>
          <IconButton size="small" label={table.delete(title)} onClick={() => remove(field)}>
            <DeleteIcon />
          </IconButton>
        </span>
      )
    }
  }
  return [...columns, actions]
}

function RemoveField({ field, onRemoved, onClose }: { field: AttributeField; onRemoved: () => Promise<void>; onClose: () => void }) {
  const remove = useMutation({ mutationFn: () => removeField(field.id), onSuccess: onRemoved })
  return (
    <ConfirmDialog
      title={deleteDialog.title(titleOf(field.name))}
      confirm={deleteDialog.confirm}
      tone="danger"
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutateAsync()}
    >
      <FormSummary title={remove.error ? sentenceOf(remove.error, deleteDialog.failed) : null} />
      <p>{deleteDialog.about}</p>
    </ConfirmDialog>
  )
}
