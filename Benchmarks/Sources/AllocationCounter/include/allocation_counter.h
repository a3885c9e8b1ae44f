#pragma once

/// How many allocations this process has made so far, or -1 where they cannot be counted.
long allocation_count(void);
