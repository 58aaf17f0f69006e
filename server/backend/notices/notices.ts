import { noticesApi } from '../../../shared/contracts/notices.ts'
import type { Module } from '../module.ts'
import { noticeRoutes } from './routes.ts'

/** Notices of an account, shown by the bell. */
export const noticesModule: Module = { contracts: [noticesApi], routes: [noticeRoutes] }
