import { type Selectable, sql } from 'kysely'
import type { AttributeField, AttributeFieldDraft, AttributeFieldEdit } from '../../../shared/contracts/attribute-fields.ts'
import { attributeFieldLimit } from '../../../shared/limits.ts'
import { NotFound, StaleRevision } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject, Transaction } from '../projects/edit-project.ts'
import type { AccountSight, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { AttributeNameTaken, FieldsChanged, TooManyAttributeFields } from './errors.ts'
import { checkName, checkRules } from './rules.ts'
import type { AttributeFieldTable } from './tables.ts'

/** Reads the attribute fields of a project, in the order set by its owners. */
export async function attributeFieldsOf(db: Database, projectId: string): Promise<AttributeField[]> {
  const rows = await db
    .selectFrom('attribute_field')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(toField)
}

/** Reads and edits attribute fields. */
// Long: all queries for one resource.
export function attributeFields(db: Database, editProject: EditProject) {
  const edit = <T>(scope: Sight, work: (transaction: Transaction, at: string) => Promise<T>): Promise<T> =>
    editProject(scope, ({ transaction, at, publish }) => {
      publish({ type: 'changed', noun: 'attributeFields', projectId: scope.projectId })
      return work(transaction, at)
    })

  /** Reads an attribute field by id. @throws NotFound */
  async function find(fieldId: string, from: Database = db): Promise<AttributeField> {
    const row = await from.selectFrom('attribute_field').selectAll().where('id', '=', fieldId).executeTakeFirst()
    if (!row) throw new NotFound('The attribute')
    return toField(row)
  }

  return {
    find,
    list: ({ projectId }: Sight) => attributeFieldsOf(db, projectId),

    /** Appends a field. @throws AttributeNameTaken @throws TooManyAttributeFields @throws InvalidRequest */
    create(scope: AccountSight, draft: AttributeFieldDraft): Promise<AttributeField> {
      return edit(scope, async (transaction, at) => {
        const { projectId, accountId } = scope
        const { name, type, ...given } = draft
        const rules = { unit: null, minimum: null, maximum: null, choices: [], required: false, measurementTypeID: null, ...given }
        checkName({ name, type, minimum: rules.minimum })
        checkRules({ type, ...rules })
        const others = await attributeFieldsOf(transaction, projectId)
        const twin = others.find(other => keyOf(other.name) === keyOf(name))
        if (twin) throw new AttributeNameTaken(twin.name)
        if (others.length >= attributeFieldLimit) throw new TooManyAttributeFields(attributeFieldLimit)
        const id = newId()
        const { last } = await transaction
          .selectFrom('attribute_field')
          .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`0`).as('last'))
          .where('project_id', '=', projectId)
          .executeTakeFirstOrThrow()
        await transaction
          .insertInto('attribute_field')
          .values({
            id,
            project_id: projectId,
            name,
            name_key: keyOf(name),
            type,
            ...columnsOf(rules),
            position: last + 1,
            revision: 1,
            created_at: at,
            modified_at: at
          })
          .execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'attributeField.created', detail: { name } })
        return find(id, transaction)
      })
    },

    /**
     * Changes a field. Existing values stay, even if they no longer match the rules of the field.
     * @throws NotFound
     * @throws StaleRevision
     * @throws InvalidRequest
     */
    revise(scope: AccountSight, fieldId: string, { revision, ...change }: AttributeFieldEdit): Promise<AttributeField> {
      return edit(scope, async (transaction, at) => {
        const before = await find(fieldId, transaction)
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        const after = { ...before, ...change }
        checkName(after)
        checkRules(after)
        await transaction
          .updateTable('attribute_field')
          .set({ ...columnsOf(after), revision: revision + 1, modified_at: at })
          .where('id', '=', fieldId)
          .execute()
        return find(fieldId, transaction)
      })
    },

    /** Deletes a field. @throws NotFound */
    remove(scope: AccountSight, fieldId: string): Promise<void> {
      return edit(scope, async transaction => {
        const { projectId, accountId } = scope
        const { name } = await find(fieldId, transaction)
        await transaction.deleteFrom('attribute_field').where('id', '=', fieldId).execute()
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'attributeField.removed', detail: { name } })
      })
    },

    /** Puts the fields of a project in the given order. @throws FieldsChanged unless the ids are exactly the ids of the project's fields */
    order(scope: AccountSight, fieldIds: string[]): Promise<AttributeField[]> {
      return edit(scope, async (transaction, at) => {
        const { projectId } = scope
        const known = new Set((await attributeFieldsOf(transaction, projectId)).map(({ id }) => id))
        if (known.size !== fieldIds.length || !fieldIds.every(id => known.has(id))) throw new FieldsChanged()
        const places = jsonItems(
          transaction,
          fieldIds.map((id, position) => ({ id, position }))
        )
        await sql`
          update attribute_field set position = given.position, modified_at = ${at}
          from (select item.value ->> 'id' as id, cast(item.value ->> 'position' as integer) as position from ${places}) as given
          where attribute_field.id = given.id`.execute(transaction)
        return attributeFieldsOf(transaction, projectId)
      })
    }
  }
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

type Rules = Pick<AttributeField, 'unit' | 'minimum' | 'maximum' | 'choices' | 'required' | 'measurementTypeID'>

const columnsOf = ({ unit, minimum, maximum, choices, required, measurementTypeID }: Rules) => ({
  unit,
  minimum,
  maximum,
  choices: JSON.stringify(choices),
  required: required ? (1 as const) : (0 as const),
  measurement_type_id: measurementTypeID
})

const toField = (row: Selectable<AttributeFieldTable>): AttributeField => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  type: row.type,
  unit: row.unit,
  minimum: row.minimum,
  maximum: row.maximum,
  choices: JSON.parse(row.choices),
  required: row.required === 1,
  measurementTypeID: row.measurement_type_id,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  revision: row.revision
})
