import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { StartError, errorCode } from '../errors.ts';

const MIN_POSTGRES_VERSION = 15;

/** The facts of a server that are checked before anything is written to it. */
interface ServerInfo {
  version: number;
  encoding: string;
  isReadOnly: boolean;
  mayCreate: boolean;
  /** Tables of another program. */
  isForeign: boolean;
  name: string;
  user: string;
}

const inspectionQuery = `select current_setting('server_version_num')::int / 10000 as version,
  current_setting('server_encoding') as encoding,
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  has_database_privilege(current_database(), 'create')
    and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
  not exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'migration' and c.relname = 'applied') and exists (
    select from pg_class c where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as "isForeign",
  current_database() as name, current_user as user`;

/** Connects once. Throws StartError with the reason why the server cannot be used, and what to do. */
export async function checkServer(pool: Pool): Promise<void> {
  refuseOld(await inspect(pool));
}

/** Checks the database of the shop in the same way. `mayBeReadOnly`: a standby will do. */
export async function checkDatabase(
  pool: Pool,
  { mayBeReadOnly = false }: { mayBeReadOnly?: boolean } = {},
): Promise<void> {
  const found = await inspect(pool);
  refuseOld(found);
  const problem = findProblem(mayBeReadOnly ? { ...found, isReadOnly: false } : found);
  if (problem !== undefined) throw new StartError(`DATABASE_URL leads to ${problem}`);
}

/** Logs an error if the server allows fewer connections than this shop's processes open together. */
export async function checkConnections(pool: Pool, log: Logger, needed: number): Promise<void> {
  const { rows } = await pool.query<{ allowed: number }>(
    `select current_setting('max_connections')::integer
       - current_setting('superuser_reserved_connections')::integer as allowed`,
  );
  const allowed = rows[0]?.allowed ?? needed;
  if (allowed >= needed) return;
  log.error({ allowed, needed }, 'PostgreSQL allows too few connections; raise max_connections');
}

function refuseOld({ version }: ServerInfo): void {
  if (version >= MIN_POSTGRES_VERSION) return;
  throw new StartError(
    `DATABASE_URL leads to PostgreSQL ${version}; ${MIN_POSTGRES_VERSION} or newer is required. Bring the server up ` +
      'to date, or leave DATABASE_URL out: the shop brings its own PostgreSQL.',
  );
}

async function inspect(pool: Pool): Promise<ServerInfo> {
  try {
    const { rows } = await pool.query<ServerInfo>(inspectionQuery);
    return rows[0] as ServerInfo;
  } catch (error) {
    throw explainConnection(error instanceof Error ? error : new Error(String(error)));
  }
}

function findProblem(found: ServerInfo): string | undefined {
  const { encoding, name, user } = found;
  if (encoding !== 'UTF8') {
    return (
      `a database for ${encoding} texts. Make one for UTF8: ` +
      `create database festival template template0 encoding 'UTF8' owner ${user};`
    );
  }
  if (found.isReadOnly) return 'a database that can only be read. Take the address of the primary.';
  if (!found.mayCreate) {
    return `a database in which ${user} may not make tables. Let it: alter database ${name} owner to ${user};`;
  }
  if (found.isForeign) {
    return `a database with another program's tables (${name}). Make one of its own for the shop.`;
  }
  return undefined;
}

function explainConnection(error: Error): StartError {
  const code = errorCode(error);
  const toDo: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there: is PostgreSQL running, are host and port right?',
    ENOENT: 'there is no such socket: is PostgreSQL running?',
    ENOTFOUND: 'there is no such host: is the name right?',
    EAI_AGAIN: 'the host name cannot be looked up: is the network up?',
    ETIMEDOUT: 'the host does not respond: is it reachable from here?',
    EHOSTUNREACH: 'the host cannot be reached from here.',
    '28P01': 'user name or password is wrong.',
    '28000': 'the server does not let this user in (pg_hba.conf).',
    '3D000': 'there is no such database: create it first.',
    '53300': 'the server has no connection left (max_connections).',
    '57P03': 'the server is just starting or stopping: try again in a moment.',
  };
  const reason = error.message || code || 'no response';
  return new StartError(
    `The database of DATABASE_URL cannot be used (${reason}): ${toDo[code ?? ''] ?? adviceFor(reason)}`,
    { cause: error },
  );
}

/** For errors without a code. */
function adviceFor(reason: string): string {
  const advice: [RegExp, string][] = [
    [
      /timeout/,
      'nothing responds there in time: are host and port right, is there a firewall in between?',
    ],
    [/terminated unexpectedly/, 'what listens there hangs up: is it PostgreSQL?'],
    [
      /does not support SSL/,
      'remove sslmode=require from the address, or set up TLS on the server.',
    ],
    [
      /certificate/,
      'the certificate of the server is not trusted: add sslrootcert=FILE to the address.',
    ],
    [
      /no pg_hba.conf entry|password must be a string/,
      'the server does not let this user in like that.',
    ],
  ];
  return (
    advice.find(([pattern]) => pattern.test(reason))?.[1] ??
    'check the address and that the server is running.'
  );
}
