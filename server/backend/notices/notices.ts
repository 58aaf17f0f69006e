import { noticesApi } from '../../../shared/contracts/notices.ts'
import type { Module } from '../module.ts'
import { noticeRoutes } from './routes.ts'

/** Module of the notices of an account, which the bell shows. */
export const noticesModule: Module = { contracts: [noticesApi], routes: [noticeRoutes] }
