import type { ScaleSettings, ScaleSettingsEdit } from '../../../shared/contracts/scale.ts'
import { StaleRevision } from '../../lib/errors.ts'
import { recordActivity } from '../projects/activity.ts'
import type { EditProject } from '../projects/edit-project.ts'
import type { Scope, Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'

/** Default settings of a project. */
const untouched: ScaleSettings = {
  laserSpacingInMeters: null,
  horizontalAngleInDegrees: null,
  sensorWidthInMillimeters: null,
  isFlatPort: false,
  revision: 1
}

export function scaleSettings(db: Database, editProject: EditProject) {
  return {
    ofProject: ({ projectId }: Sight) => settingsOf(db, projectId),

    /** Changes the scale settings of a project. @throws StaleRevision */
    revise(scope: Scope, { revision, ...edit }: ScaleSettingsEdit): Promise<ScaleSettings> {
      return editProject(scope, async ({ transaction }) => {
        const before = await settingsOf(transaction, scope.projectId)
        if (before.revision !== revision) throw new StaleRevision(before.revision, revision)
        const columns = {
          laser_spacing_in_meters: edit.laserSpacingInMeters,
          horizontal_angle_in_degrees: edit.horizontalAngleInDegrees,
          sensor_width_in_millimeters: edit.sensorWidthInMillimeters,
          is_flat_port: edit.isFlatPort ? (1 as const) : (0 as const),
          revision: revision + 1
        }
        await transaction
          .insertInto('scale_settings')
          .values({ project_id: scope.projectId, ...columns })
          .onConflict(conflict => conflict.column('project_id').doUpdateSet(columns))
          .execute()
        await recordActivity(transaction, {
          projectId: scope.projectId,
          actorId: scope.accountId,
          event: 'scale.settings.changed',
          detail: {}
        })
        return settingsOf(transaction, scope.projectId)
      })
    }
  }
}

async function settingsOf(db: Database, projectId: string): Promise<ScaleSettings> {
  const row = await db.selectFrom('scale_settings').selectAll().where('project_id', '=', projectId).executeTakeFirst()
  if (!row) return untouched
  return {
    laserSpacingInMeters: row.laser_spacing_in_meters,
    horizontalAngleInDegrees: row.horizontal_angle_in_degrees,
    sensorWidthInMillimeters: row.sensor_width_in_millimeters,
    isFlatPort: row.is_flat_port === 1,
    revision: row.revision
  }
}
